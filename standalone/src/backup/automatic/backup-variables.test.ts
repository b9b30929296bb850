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
    expect(read({ BACKUP_DIR: dir })).toEqual({ dir, everySeconds: 86_400, keep: 14, recipient: null });
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
