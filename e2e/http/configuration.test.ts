import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileCache, freePort, main, startStack } from "../start-stack.ts";
import { member, signIn } from "./client.ts";

let folder: string;
let taken: number;
const holder = createServer();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "attestory-configuration-"));
  writeFileSync(join(folder, "a-file"), "not a folder");
  holder.listen(0, "127.0.0.1");
  await once(holder, "listening");
  const address = holder.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  taken = address.port;
});
afterAll(() => {
  holder.close();
  rmSync(folder, { recursive: true, force: true });
});

const masterKey = randomBytes(32).toString("base64");
const production = {
  ...{ NODE_ENV: "production", MASTER_KEY: masterKey },
  ...{ PUBLIC_URL: "https://login.example.com", SMTP_URL: "smtp://mail.example.com" },
};

/** Runs the real process until it ends; killed when it does not within 30 s, which no exit code tells of. */
async function run(env: Record<string, string>) {
  const data = join(folder, `data-${randomBytes(6).toString("hex")}`);
  const port = await freePort();
  // What is compiled beside the data is part of the cases in which the folder is at fault.
  const compiled = env.DATA_DIR === undefined && { NODE_COMPILE_CACHE: compileCache };
  const child = spawn(process.execPath, [main], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: data, PORT: String(port), NODE_ENV: "test", ...compiled, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 30_000,
    killSignal: "SIGKILL",
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (text) => (out += text));
  child.stderr.on("data", (text) => (err += text));
  let answered = false;
  const asking = setInterval(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => null);
    answered ||= answer !== null;
  }, 50);
  const [code, signal] = await once(child, "close");
  clearInterval(asking);
  return {
    code,
    signal,
    out,
    err: err.trim().split("\n"),
    answered,
    events: existsSync(join(data, "events-1.sqlite")),
  };
}

/** One fault of every variable that the service reads. */
const invalid: Record<string, string> = {
  PORT: "http",
  HOST: "two words",
  PUBLIC_URL: "https://",
  DATA_DIR: " ",
  EVENT_LOG: "memory",
  READ_STORE: "memory",
  VAULT: "memory",
  JOBS: "none",
  MASTER_KEY: "c2VjcmV0IHNlY3JldCBzZWNyZXQ=",
  NODE_ENV: "prod",
  LOG_LEVEL: "verbose",
  TRUST_PROXY: "true",
  METRICS_PORT: "65536",
  RATE_LIMITS: "none",
  ENUMERATION_PROTECTION: "yes",
  SESSION_IDLE_SECONDS: "an hour",
  SESSION_ABSOLUTE_SECONDS: "0",
  SMTP_URL: "http://mail.example.com",
  MAIL_FROM: "attestory",
};

describe("a fault in the configuration", () => {
  it("SC-06 is tried for every variable that is read", () => {
    const sources = ["standalone/src/config.ts", "command-api/src/config.ts", "http/src/server-variables.ts"].map(
      (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"),
    );
    const read = sources.flatMap((text) => [...text.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name));
    expect(read.toSorted()).toEqual(Object.keys(invalid).toSorted());
  });

  it.concurrent.each(Object.entries(invalid))(
    "SC-06 ends the process before it starts, and names %s",
    async (name, value) => {
      const ended = await run({ [name]: value });
      expect(ended).toMatchObject({ code: 78, signal: null, out: "", answered: false, events: false });
      expect(ended.err).toEqual([expect.stringMatching(`^attestory: ${name} must be `)]);
      expect(ended.err.join()).not.toContain(invalid.MASTER_KEY);
    },
  );

  it("SC-06 ends the process with all of them at once", async () => {
    const ended = await run(invalid);
    expect(ended).toMatchObject({ code: 78, out: "", answered: false, events: false });
    expect(ended.err.map((line) => line.split(" ")[1]).toSorted()).toEqual(Object.keys(invalid).toSorted());
  });

  it.concurrent.each(["MASTER_KEY", "PUBLIC_URL", "SMTP_URL"])(
    "SC-06 is that %s is missing in production",
    async (name) => {
      for (const given of [Object.fromEntries(Object.entries(production).filter(([key]) => key !== name)), undefined]) {
        const ended = await run(given ?? { ...production, [name]: "" });
        expect(ended).toMatchObject({ code: 78, signal: null, out: "", answered: false, events: false });
        expect(ended.err).toEqual([expect.stringMatching(`^attestory: ${name} is required in production`)]);
      }
    },
  );

  it("SC-06 is that production is reached over plain http", async () => {
    const ended = await run({ ...production, PUBLIC_URL: "http://login.example.com" });
    expect(ended).toMatchObject({ code: 78, signal: null, out: "", answered: false, events: false });
    expect(ended.err).toEqual([expect.stringMatching("^attestory: PUBLIC_URL must be https://")]);
  });
});

describe("a configuration that turns out not to fit the machine", () => {
  const cases: [why: string, env: () => Record<string, string>, named: RegExp][] = [
    ["a port that is taken", () => ({ PORT: String(taken) }), /PORT: .*EADDRINUSE/],
    ["a port for metrics that is taken", () => ({ METRICS_PORT: String(taken) }), /METRICS_PORT: .*EADDRINUSE/],
    ["a host name that is none here", () => ({ HOST: "nowhere.invalid" }), /HOST, PORT: .*(ENOTFOUND|EAI_AGAIN)/],
    ["an address of another machine", () => ({ HOST: "192.0.2.1" }), /HOST, PORT: .*EADDRNOTAVAIL/],
    ["a data folder that is a file", () => ({ DATA_DIR: join(folder, "a-file") }), /DATA_DIR .*cannot be used/],
    ["a data folder below a file", () => ({ DATA_DIR: join(folder, "a-file", "b") }), /DATA_DIR .*cannot be used/],
    ["one whose name says busy", () => ({ DATA_DIR: join(folder, "a-file", "busy") }), /DATA_DIR .*cannot be used/],
  ];
  it.concurrent.each(cases)("SC-06 ends the process in one line that names the variable: %s", async (_, env, named) => {
    const ended = await run(env());
    expect(ended).toMatchObject({ code: 1, signal: null, answered: false });
    expect(ended.out).not.toMatch(/ready/);
    expect(ended.err).toEqual([expect.stringMatching(named)]);
  });

  it("SC-06 is another master key than the one that the data were sealed with, and the right one opens them again", async () => {
    const stack = await startStack({ MASTER_KEY: masterKey });
    const person = await member(stack.url);
    await stack.stop();
    for (const MASTER_KEY of [randomBytes(32).toString("base64"), ""]) {
      const ended = await run({ DATA_DIR: stack.dataDir, MASTER_KEY });
      expect(ended).toMatchObject({ code: 1, signal: null, answered: false });
      expect(ended.err).toEqual([expect.stringMatching(/MASTER_KEY/)]);
    }
    const again = await stack.restart();
    expect(await signIn(again.url, person)).toMatch(/^ats_/);
    await again.remove();
  });

  it("SC-06 is a data folder that another process has", async () => {
    const stack = await startStack();
    const ended = await run({ DATA_DIR: stack.dataDir });
    expect(ended).toMatchObject({ code: 1, signal: null, answered: false });
    expect(ended.err).toEqual([expect.stringMatching(/DATA_DIR .* is in use by another process/)]);
    await stack.remove();
  });
});
