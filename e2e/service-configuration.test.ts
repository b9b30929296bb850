import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { programs } from "./distributed/service-process.ts";
import { compileCache } from "./start-stack.ts";

const fileOf = (program: string) => fileURLToPath(new URL(`../${program}`, import.meta.url));
/** Nobody listens there: a process that is content with its configuration would wait. */
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
/** The first two only the servers' own clients know for wrong. */
const wrong = [
  ["EVENT_LOG", "esdb://ada:love%zzlace@host"],
  ["VAULT", "mongodb://ada:love/lace@host/vault"],
  ["JOBS", "redis://:love#lace@host"],
  ["MASTER_KEY", "lovelace"],
] as const;
const ended = (program: string, env: Record<string, string>) => {
  const environment = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...env };
  const { status, stderr } = spawnSync(process.execPath, [fileOf(program)], { env: environment, timeout: 20_000 });
  return { status, lines: String(stderr).trim().split("\n") };
};

describe.each(Object.entries(programs))("the %s process", (role, program) => {
  it.each(wrong)("SC-06 ends with 78 and a line that names %s and not what it says", (variable, value) => {
    const { status, lines } = ended(program, { ...right, [variable]: value });
    expect([status, lines]).toEqual([78, [expect.stringMatching(new RegExp(`^attestory: ${variable} (?!.*lace)`))]]);
  });

  if (role === "query" || role === "projections") {
    it("SC-06 ends with 78 where READ_STORE names no database, or that of the keys", () => {
      for (const READ_STORE of [`mongodb://${nowhere}`, `mongodb://ada:lovelace@${nowhere}/vault?w=1`]) {
        const { status, lines } = ended(program, { ...right, READ_STORE });
        expect([status, lines]).toEqual([78, [expect.stringMatching(/^attestory: READ_STORE .*database(?!.*lace)/)]]);
      }
    });
  }

  it("SC-06 ends with 78 and names all that is missing", () => {
    const { status, lines } = ended(program, { NODE_ENV: "test" });
    const reads = role === "query" || role === "projections" ? ["READ_STORE"] : [];
    const missing = ["EVENT_LOG", "VAULT", "JOBS", "MASTER_KEY", ...reads];
    expect(status).toBe(78);
    expect(lines.map((line) => line.split(" ")[1]).sort()).toEqual(missing.sort());
  });
});
