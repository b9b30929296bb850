import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { readConfiguration as readCommandConfiguration } from "@attestory/command-api/service-config.ts";
import { readConfiguration as readQueryConfiguration } from "@attestory/query-api/config.ts";
import { describe, expect, it } from "vitest";
import { programs } from "./distributed/service-process.ts";
import { compileCache } from "./start-stack.ts";

const fileOf = (program: string) => fileURLToPath(new URL(`../${program}`, import.meta.url));
/** Nothing listens on this port: a process that accepts its configuration would wait. */
const nowhere = "127.0.0.1:9";
const right = {
  NODE_ENV: "test",
  PUBLIC_URL: "http://localhost:3000",
  EVENT_LOG: `esdb://${nowhere}?tls=false`,
  VAULT: `mongodb://${nowhere}/vault`,
  READ_STORE: `mongodb://${nowhere}/read`,
  JOBS: `redis://${nowhere}`,
  MASTER_KEY: randomBytes(32).toString("base64"),
};
const wrong = {
  JOBS: "redis://:love#lace@host",
  MASTER_KEY: "lovelace",
};
/** Well-formed values; only the servers' own clients reject them. */
const refusedByClient = {
  EVENT_LOG: "esdb://ada:love%zzlace@host",
  VAULT: "mongodb://ada:love%zzlace@host/vault",
};
const unsafe = { MASTER_KEY: Buffer.alloc(32).toString("base64"), TRUST_PROXY: "0.0.0.0/0" };
const production = { NODE_ENV: "production", SMTP_URL: "smtp://localhost" };
const withoutDatabase = { READ_STORE: `mongodb://${nowhere}` };
const ofTheKeys = { READ_STORE: `mongodb://ada:lovelace@${nowhere}/vault?w=1` };

/** Runs the process until it ends, killing it after a minute. Returns its exit code and its lines on standard error. */
const ended = (program: string, env: Record<string, string>) =>
  new Promise<{ status: unknown; lines: string[] }>((resolve) => {
    const environment = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...env };
    execFile(process.execPath, [fileOf(program)], { env: environment, timeout: 120_000 }, (error, _, stderr) =>
      resolve({ status: error ? error.code : 0, lines: stderr.trim().split("\n") }),
    );
  });
const namesOnly = (name: string) => expect.stringMatching(new RegExp(`^attestory: ${name} (?!.*lace)`));

/** Configurations that a function reads, and their variables of the read store. A mail process reads that of a command process. */
const kinds = [
  { kind: "command", read: readCommandConfiguration, reads: [] },
  { kind: "query", read: readQueryConfiguration, reads: ["READ_STORE"] },
] as const;
const faultsIn = (configuration: object) => ("faults" in configuration ? (configuration.faults as string[]) : []);

describe.each(kinds)("the configuration of a $kind process", ({ read, reads }) => {
  it("SC-06 lacks every variable that is missing", () => {
    const missing = ["EVENT_LOG", "VAULT", "JOBS", "MASTER_KEY", ...reads];
    const named = faultsIn(read({ NODE_ENV: "test" })).map((line) => line.split(" ")[0]);
    expect(named.toSorted()).toEqual(missing.toSorted());
  });

  it("A10 has in production no master key that can be guessed and no proxy that is everyone", () => {
    expect(faultsIn(read({ ...right, ...production, ...unsafe })).toSorted()).toEqual([
      expect.stringMatching(/^MASTER_KEY must be random /),
      expect.stringMatching(/^TRUST_PROXY must be /),
    ]);
  });

  it("SC-06 asks for no backups, which no separate process takes by itself", () => {
    expect(faultsIn(read({ ...right, BACKUP_DIR: "/backups" }))).toEqual([
      expect.stringMatching(/^BACKUP_DIR must be left out: /),
    ]);
  });

  it("SC-06 is complete with the variables of this test", () => {
    expect(read(right)).toHaveProperty("settings");
  });
});

describe.concurrent.each([
  { role: "command", reads: {} },
  { role: "query", reads: withoutDatabase },
  { role: "projections", reads: ofTheKeys },
  { role: "mail", reads: {} },
] as const)("the $role service", ({ role, reads }) => {
  it("SC-06 exits with 78 and names every invalid variable without its value", async ({ expect }) => {
    const { status, lines } = await ended(programs[role], { ...right, ...wrong, ...reads });
    const faulty = Object.keys({ ...wrong, ...reads });
    expect([status, lines.toSorted()]).toEqual([78, faulty.toSorted().map(namesOnly)]);
  });
});

describe.concurrent("the projections service, whose program reads its configuration itself,", () => {
  it("SC-06 exits with 78 and names every missing variable", async ({ expect }) => {
    const { status, lines } = await ended(programs.projections, { NODE_ENV: "test" });
    const missing = ["EVENT_LOG", "JOBS", "MASTER_KEY", "READ_STORE", "VAULT"];
    expect([status, lines.map((line) => line.split(" ")[1]).toSorted()]).toEqual([78, missing]);
  });

  it("A10 exits with 78 in production with a master key that can be guessed and a proxy that is everyone", async ({
    expect,
  }) => {
    const { status, lines } = await ended(programs.projections, { ...right, ...production, ...unsafe });
    const faulty = Object.keys(unsafe).map((name) => expect.stringMatching(`^attestory: ${name} must be `));
    expect([status, lines.toSorted()]).toEqual([78, faulty]);
  });
});

it.concurrent.each([
  ["command", "EVENT_LOG"],
  ["query", "VAULT"],
] as const)(
  "SC-06 the %s service exits with 78 and names the %s that the client library rejects, without its value",
  async (role, refused) => {
    const { status, lines } = await ended(programs[role], { ...right, [refused]: refusedByClient[refused] });
    expect([status, lines]).toEqual([78, [namesOnly(refused)]]);
  },
);

it.each([withoutDatabase, ofTheKeys])("SC-06 a query service rejects the READ_STORE $READ_STORE", (reads) => {
  const read = readQueryConfiguration({ ...right, ...reads });
  expect(read).toEqual({ faults: [expect.stringMatching(/^READ_STORE .*database(?!.*lace)/)] });
});

it("SC-06 names only the one variable that is invalid", () => {
  for (const [variable, value] of Object.entries(wrong)) {
    const read = readQueryConfiguration({ ...right, [variable]: value });
    expect(read).toEqual({ faults: [expect.stringMatching(new RegExp(`^${variable} (?!.*lace)`))] });
  }
  expect(readQueryConfiguration(right)).toHaveProperty("settings");
});

it("B13 the check before a start names what is missing and what to put there, else ends with 0", async () => {
  const check = "command-api/src/check-configuration.ts";
  const production = { ...right, NODE_ENV: "production", SMTP_URL: "" };
  const line = "attestory: SMTP_URL is required in production: your mail server, as smtp://user:password@host:587";
  expect(await ended(check, production)).toEqual({ status: 78, lines: [line] });
  expect(await ended(check, { ...production, SMTP_URL: "smtp://mailbox:2525" })).toEqual({ status: 0, lines: [""] });
});
