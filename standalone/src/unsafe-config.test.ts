import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { describe, expect, it } from "vitest";
import { readConfiguration } from "./config.ts";

const parent = temporaryFolder();

const faultsOf = (environment: Record<string, string>) => {
  const read = readConfiguration(environment);
  return "faults" in read ? read.faults : [];
};

describe("without a mail server", () => {
  const refused = [
    expect.stringMatching(/^SMTP_URL is required where HOST or PUBLIC_URL .* Set SMTP_URL, or DEV_INBOX=on/),
  ];
  const elsewhere = [
    { HOST: "0.0.0.0" },
    { HOST: "::" },
    { HOST: "192.0.2.7" },
    { HOST: "accounts" },
    { HOST: "127.0.0.1.example.com" },
    { PUBLIC_URL: "http://192.0.2.7:3000" },
    { PUBLIC_URL: "https://accounts.example.org" },
    { PUBLIC_URL: "http://localhost.example.org" },
    { HOST: "0.0.0.0", PUBLIC_URL: "http://localhost:3000" },
    { HOST: "127.0.0.1", PUBLIC_URL: "https://accounts.example.org" },
  ];
  it.each(elsewhere)("A8 is refused where others reach the service, unless DEV_INBOX is on: %o", (environment) => {
    for (const NODE_ENV of ["development", "test"]) {
      const given = { ...environment, NODE_ENV };
      expect(faultsOf(given)).toEqual(refused);
      expect(faultsOf({ ...given, DEV_INBOX: "on" })).toEqual([]);
      expect(faultsOf({ ...given, SMTP_URL: "smtp://mail" })).toEqual([]);
    }
  });

  const here = [
    {},
    { HOST: "localhost" },
    { HOST: "::1" },
    { HOST: "127.0.0.1", PUBLIC_URL: "https://localhost:8443" },
    { HOST: "127.0.0.53", PUBLIC_URL: "http://127.0.0.1:3000" },
    { PUBLIC_URL: "http://[::1]:3000" },
  ];
  it.each(here)("A8 has the dev inbox where only this machine reaches the service: %o", (environment) => {
    expect(readConfiguration(environment)).toMatchObject({ settings: { command: { smtp: null } } });
  });
});

describe("in production", () => {
  const production = {
    NODE_ENV: "production",
    PUBLIC_URL: "https://example.com",
    SMTP_URL: "smtp://mail",
    MASTER_KEY: randomBytes(32).toString("base64"),
  };

  it.each(["A8 DEV_INBOX", "RS-20 OUTBOUND_ALLOW_PRIVATE"])("%s is refused", (titled) => {
    const name = titled.split(" ")[1] ?? "";
    expect(faultsOf({ ...production, [name]: "on" })).toEqual([expect.stringMatching(`^${name} must be left out`)]);
  });

  const guessable: Record<string, Buffer> = {
    zeros: Buffer.alloc(32),
    "one byte": Buffer.alloc(32, 0xa7),
    "a pattern": Buffer.alloc(32, randomBytes(16)),
    "a series": Buffer.from(Array.from({ length: 32 }, (_, at) => at)),
    "a series in steps": Buffer.from(Array.from({ length: 32 }, (_, at) => (250 - 7 * at) & 0xff)),
    "a text": Buffer.from("correct horse battery staple, ok"),
    "hexadecimal digits": Buffer.from(randomBytes(16).toString("hex")),
  };
  it.each(Object.entries(guessable))("A10 a master key of %s is refused", (_, key) => {
    const weak = { MASTER_KEY: key.toString("base64") };
    const faults = faultsOf({ ...production, ...weak });
    expect(faults).toEqual([expect.stringMatching(/^MASTER_KEY must be random/)]);
    expect(faults.join()).not.toContain(weak.MASTER_KEY);
    expect(faultsOf(weak)).toEqual([]);
  });

  it("CR-05 the next master key is as random as the first, another one, and not alone", () => {
    const next = randomBytes(32).toString("base64");
    expect(faultsOf({ ...production, MASTER_KEY_NEXT: next })).toEqual([]);
    const weak = Buffer.alloc(32).toString("base64");
    const refused = [
      [{ ...production, MASTER_KEY_NEXT: weak }, "MASTER_KEY_NEXT must be random"],
      [
        { ...production, MASTER_KEY_NEXT: production.MASTER_KEY },
        "MASTER_KEY_NEXT must be another key than MASTER_KEY",
      ],
      [{ MASTER_KEY_NEXT: next }, "MASTER_KEY_NEXT needs MASTER_KEY"],
    ] as const;
    for (const [given, why] of refused) expect(faultsOf(given)).toEqual([expect.stringMatching(`^${why}`)]);
  });

  it("A10 random master keys are accepted", () => {
    for (let n = 0; n < 1000; n++) {
      expect(faultsOf({ ...production, MASTER_KEY: randomBytes(32).toString("base64") })).toEqual([]);
    }
  });

  it.each([
    "0.0.0.0/0",
    "::/0",
    "192.0.2.7/0",
    "2001:db8::/0",
    "10.0.0.0/8, ::/0",
    "0.0.0.0/1,128.0.0.0/1",
    "2000::/3",
  ])("A10 TRUST_PROXY=%s is refused: it trusts nearly everyone", (networks) => {
    const faults = faultsOf({ ...production, TRUST_PROXY: networks });
    expect(faults.length).toBeGreaterThan(0);
    for (const fault of faults) expect(fault).toMatch(/^TRUST_PROXY must be the addresses of your own proxies/);
    expect(faultsOf({ TRUST_PROXY: networks })).toEqual([]);
  });

  it("A10 TRUST_PROXY may name private networks, single addresses and a number of proxies", () => {
    for (const networks of ["10.0.0.0/8, fc00::/7", "192.0.2.7, ::1", "2", "none", "fd00::/8,172.16.0.0/12"]) {
      expect(faultsOf({ ...production, TRUST_PROXY: networks })).toEqual([]);
    }
  });

  it.skipIf(process.platform === "win32")("A10 a data folder that every user can write to is refused", () => {
    const folder = join(parent, "data");
    const given = { ...production, DATA_DIR: folder };
    expect(faultsOf(given)).toEqual([]);
    mkdirSync(folder);
    for (const mode of [0o777, 0o1777, 0o702]) {
      chmodSync(folder, mode);
      expect(faultsOf(given)).toEqual([expect.stringMatching(/^DATA_DIR must be a folder that other users cannot/)]);
      expect(faultsOf({ DATA_DIR: folder })).toEqual([]);
    }
    for (const mode of [0o700, 0o755]) {
      chmodSync(folder, mode);
      expect(faultsOf(given)).toEqual([]);
    }
  });
});
