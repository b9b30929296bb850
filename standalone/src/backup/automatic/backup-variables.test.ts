import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { generateHybridIdentity, generateX25519Identity, identityToRecipient } from "age-encryption";
import { describe, expect, it } from "vitest";
import { readConfiguration } from "../../config.ts";

const dir = temporaryFolder();
const read = (variables: Record<string, string>) => {
  const configuration = readConfiguration(variables);
  return "faults" in configuration ? configuration.faults : configuration.settings.backups;
};

describe("SC-06 the settings of automatic backups", () => {
  it("are off by default, and daily with 14 files once there is a folder", () => {
    expect(read({})).toBeNull();
    expect(read({ BACKUP_DIR: dir })).toEqual({
      place: { folder: dir },
      everySeconds: 86_400,
      keep: 14,
      recipient: null,
    });
    expect(read({ BACKUP_DIR: dir, BACKUP_EVERY: "90m", BACKUP_KEEP: "3" })).toMatchObject({
      everySeconds: 5400,
      keep: 3,
    });
  });

  it.each([
    ["BACKUP_EVERY", ["0h", "1.5h", "24", "90s", "h", "-1d", "367d", "999999d", " "]],
    ["BACKUP_KEEP", ["0", "-1", "1.5", "many", "10000", " "]],
    [
      "BACKUP_RECIPIENT",
      ["age1", "ada@example.org", `AGE-SECRET-KEY-1${"Q".repeat(58)}`, `age1${"q".repeat(58)}`, " "],
    ],
  ])("are refused by the name of the variable: %s", (name, values) => {
    for (const value of values) {
      expect(read({ BACKUP_DIR: dir, [name]: value }), value).toEqual([expect.stringMatching(`^${name} must be `)]);
    }
  });

  it("take recipients of X25519, and of the kind that is safe from quantum computers", async () => {
    for (const identity of [await generateX25519Identity(), await generateHybridIdentity()]) {
      const recipient = await identityToRecipient(identity);
      expect(read({ BACKUP_DIR: dir, BACKUP_RECIPIENT: recipient })).toMatchObject({ recipient });
    }
  });

  const bucket = {
    BACKUP_DIR: "s3://own-backups/attestory/main/",
    BACKUP_S3_ACCESS_KEY_ID: "AKID",
    BACKUP_S3_SECRET_ACCESS_KEY: "secret",
  };

  it("take a bucket, and where and with which key it is reached", () => {
    const credentials = { accessKeyId: "AKID", secretAccessKey: "secret" };
    const named = { bucket: "own-backups", prefix: "attestory/main/", ...credentials };
    expect(read(bucket)).toMatchObject({ place: { ...named, endpoint: undefined, region: "us-east-1" } });
    const elsewhere = { BACKUP_S3_ENDPOINT: "https://s3.example.org", BACKUP_S3_REGION: "eu-central-1" };
    const place = { endpoint: "https://s3.example.org", region: "eu-central-1" };
    expect(read({ ...bucket, ...elsewhere })).toMatchObject({ place });
    expect(read({ ...bucket, BACKUP_DIR: "s3://own-backups" })).toMatchObject({ place: { prefix: "" } });
  });

  it("RE-46 are refused with a bucket that has no such name, no key or no URL, and for one without it", () => {
    for (const address of [
      "s3://",
      "s3://Own",
      "s3://own-backups//main",
      "s3://own backups",
      "s3://own-backups/é",
      "s3://own-backups/../x",
    ]) {
      const faults = [`BACKUP_DIR ${address} must be s3://BUCKET/PREFIX`];
      expect(read({ ...bucket, BACKUP_DIR: address }), address).toEqual(faults);
    }
    expect(read({ BACKUP_DIR: bucket.BACKUP_DIR })).toEqual([
      "BACKUP_S3_ACCESS_KEY_ID is required: BACKUP_DIR is a bucket",
      "BACKUP_S3_SECRET_ACCESS_KEY is required: BACKUP_DIR is a bucket",
    ]);
    expect(read({ ...bucket, BACKUP_S3_ENDPOINT: "s3.example.org", BACKUP_S3_REGION: "eu central" })).toEqual([
      expect.stringMatching(/^BACKUP_S3_ENDPOINT must be /),
      expect.stringMatching(/^BACKUP_S3_REGION must be /),
    ]);
    expect(read({ BACKUP_DIR: dir, BACKUP_S3_REGION: "eu-central-1" })).toEqual([
      "BACKUP_S3_REGION needs BACKUP_DIR to be a bucket: s3://BUCKET/PREFIX",
    ]);
  });

  it("RE-46 are refused with a folder that is missing or none, and without one", () => {
    const missing = join(dir, "not-mounted");
    const file = join(dir, "file");
    writeFileSync(file, "");
    expect(read({ BACKUP_DIR: missing })).toEqual([`BACKUP_DIR ${missing} does not exist: create it, or mount it`]);
    expect(read({ BACKUP_DIR: file })).toEqual([`BACKUP_DIR ${file} must be a folder`]);
    expect(read({ BACKUP_EVERY: "1h", BACKUP_KEEP: "2" })).toEqual([
      "BACKUP_EVERY needs BACKUP_DIR: without it, no backups are taken",
      "BACKUP_KEEP needs BACKUP_DIR: without it, no backups are taken",
    ]);
  });
});
