/** @module-tag embedded/one-process */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfiguration } from "@attestory/standalone/config.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { compileCache, startStack } from "../start-stack.ts";
import { givenSignedInUser, signIn } from "./client.ts";
import { invalidSettings as invalid } from "./invalid-settings.ts";
import { runUntilEnd } from "./run-until-end.ts";

let folder: string;
let taken: number;
const holder = createServer();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "attestory-configuration-"));
  writeFileSync(join(folder, "a-file"), "not a folder");
  holder.listen(0, "127.0.0.1");
  await once(holder, "listening");
  taken = (holder.address() as AddressInfo).port;
});
afterAll(() => {
  holder.close();
  rmSync(folder, { recursive: true, force: true });
});

const masterKey = randomBytes(32).toString("base64");
const production = {
  NODE_ENV: "production",
  MASTER_KEY: masterKey,
  PUBLIC_URL: "https://login.example.com",
  SMTP_URL: "smtp://mail.example.com",
};
const run = (env: Record<string, string>) => runUntilEnd(env, folder);

const names = (lines: readonly string[]) => lines.map((line) => line.split(" ")[1]).toSorted();
const endedBeforeStart = { code: 78, signal: null, out: "", answered: false, events: false };

describe("an invalid configuration", () => {
  it("SC-06 is tested for every variable", () => {
    const sources = [
      "standalone/src/config.ts",
      "command-api/src/config.ts",
      "command-api/src/mail/mail-variables.ts",
      "http/src/settings/server-variables.ts",
      "command-api/src/notary/notary-variables.ts",
      "projections/src/build-variables.ts",
      "http/src/settings/secret-variables.ts",
    ].map((path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"));
    const read = sources.flatMap((text) => [...text.matchAll(/^ {2}([A-Z0-9_]+):\s/gm)].map(([, name]) => name));
    expect(read.toSorted()).toEqual(Object.keys(invalid).toSorted());
  });

  it.each(Object.entries(invalid))("SC-06 is reported in one line that names %s", (name, value) => {
    expect(readConfiguration({ [name]: value })).toEqual({ faults: [expect.stringMatching(`^${name} must be `)] });
  });

  it.concurrent("SC-06 ends the process before it starts, reporting every fault at once", async ({ expect }) => {
    const ended = await run({ ...invalid, NODE_COMPILE_CACHE: compileCache });
    expect(ended).toMatchObject(endedBeforeStart);
    expect(names(ended.err)).toEqual(Object.keys(invalid).toSorted());
    for (const line of ended.err) expect(line).toMatch(/^attestory: [A-Z0-9_]+ must be /);
    expect(ended.err.join()).not.toContain(invalid.MASTER_KEY);
  });

  it.each(["MASTER_KEY", "PUBLIC_URL", "SMTP_URL"])("SC-06 lacks %s in production", (name) => {
    const without = Object.fromEntries(Object.entries(production).filter(([key]) => key !== name));
    for (const given of [without, { ...production, [name]: "" }]) {
      const faults = [expect.stringMatching(`^${name} is required in production`)];
      expect(readConfiguration(given)).toEqual({ faults });
    }
    expect(readConfiguration(production)).toHaveProperty("settings");
  });

  it("SC-06 lacks in production every variable that has no default", () => {
    const read = readConfiguration({ NODE_ENV: "production" });
    const lacking = "faults" in read ? read.faults.map((line) => line.split(" ")[0]).toSorted() : [];
    expect(lacking).toEqual(["MASTER_KEY", "PUBLIC_URL", "SMTP_URL"]);
  });

  it.concurrent("A8 A10 SC-06 ends a process in production whose settings are unsafe, reporting all at once", async ({
    expect,
  }) => {
    const shared = join(folder, "shared");
    mkdirSync(shared);
    chmodSync(shared, 0o777);
    const unsafe = {
      DATA_DIR: shared,
      DEV_INBOX: "on",
      MASTER_KEY: Buffer.alloc(32).toString("base64"),
      TRUST_PROXY: "::/0",
    };
    const ended = await run({ ...production, ...unsafe, NODE_COMPILE_CACHE: compileCache });
    expect(ended).toMatchObject(endedBeforeStart);
    expect(names(ended.err)).toEqual(Object.keys(unsafe));
    expect(readdirSync(shared)).toEqual([]);
  });

  it("A8 SC-06 would show its dev inbox on a public address", () => {
    const faults = [expect.stringMatching(/^SMTP_URL is required where HOST .*DEV_INBOX=on/)];
    expect(readConfiguration({ HOST: "0.0.0.0" })).toEqual({ faults });
  });

  it("SC-06 has a plain http address in production", () => {
    const faults = [expect.stringMatching("^PUBLIC_URL must be https://")];
    expect(readConfiguration({ ...production, PUBLIC_URL: "http://login.example.com" })).toEqual({ faults });
  });
});

describe("a configuration that does not fit the machine", () => {
  const cases: [why: string, env: () => Record<string, string>, named: RegExp][] = [
    [
      "a port that is taken",
      () => ({ PORT: String(taken) }),
      / PORT \d+ is in use .*: stop it, or set PORT to a free port$/,
    ],
    ["a taken port for metrics", () => ({ METRICS_PORT: String(taken) }), / METRICS_PORT \d+ is in use by another/],
    [
      "a host name that is none here",
      () => ({ HOST: "nowhere.invalid", DEV_INBOX: "on" }),
      /HOST nowhere.invalid cannot be found: set HOST to/,
    ],
    [
      "an address of another machine",
      () => ({ HOST: "192.0.2.1", DEV_INBOX: "on" }),
      /HOST 192.0.2.1 is no address of this machine: set HOST to/,
    ],
    ["a data folder in /proc", () => ({ DATA_DIR: "/proc/nope" }), /DATA_DIR \/proc\/nope cannot be used: no folder/],
    ["a data folder that is a file", () => ({ DATA_DIR: join(folder, "a-file") }), /DATA_DIR .*cannot be used/],
    [
      "a folder below a file, called busy",
      () => ({ DATA_DIR: join(folder, "a-file", "busy"), NODE_COMPILE_CACHE: compileCache }),
      /DATA_DIR .*cannot be used/,
    ],
  ];
  it.concurrent.each(cases)("SC-06 ends the process in one line that names the variable: %s", async (_, env, named) => {
    const ended = await run(env());
    expect(ended).toMatchObject({ code: 1, signal: null, answered: false });
    expect(ended.out).not.toMatch(/ready/);
    expect(ended.err).toEqual([expect.stringMatching(named)]);
  });

  it.concurrent("SC-06 names a data folder that another process uses or another master key has sealed", async ({
    expect,
  }) => {
    const dataDir = join(folder, "sealed");
    const expectStartRefused = async (env: Record<string, string>, named: RegExp) => {
      const ended = await run({ DATA_DIR: dataDir, NODE_COMPILE_CACHE: compileCache, ...env });
      expect(ended).toMatchObject({ code: 1, signal: null, answered: false });
      expect(ended.err).toEqual([expect.stringMatching(named)]);
    };
    const stack = await startStack({ MASTER_KEY: masterKey }, dataDir);
    const person = await givenSignedInUser(stack.url);
    await expectStartRefused({ MASTER_KEY: masterKey }, /DATA_DIR .* is in use by another process/);
    await stack.stop();
    await expectStartRefused({ MASTER_KEY: randomBytes(32).toString("base64") }, /MASTER_KEY/);
    await expectStartRefused({ MASTER_KEY: "" }, /MASTER_KEY/);
    // The right key decrypts the data again.
    const again = await startInProcess({ DATA_DIR: dataDir, MASTER_KEY: masterKey });
    expect(await signIn(again.url, person)).toMatch(/^ats_/);
    await again.remove();
  });
});
