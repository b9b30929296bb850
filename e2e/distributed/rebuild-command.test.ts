import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, givenSignedInUser } from "../http/client.ts";
import { runProgram, startProgram } from "./run-program.ts";
import { type Distributed, startDistributed, whyNotDistributed } from "./start-distributed.ts";

const program = "projections/src/rebuild/main.ts";

describe.skipIf(whyNotDistributed())("the rebuild command on servers", { timeout: 120_000 }, () => {
  let stack: Distributed;
  beforeAll(async () => {
    stack = await startDistributed({}, { command: 1, query: 1, projections: 2, mail: 1 });
  }, 120_000);
  afterAll(() => stack?.remove());

  const rebuild = (args: readonly string[], environment: Record<string, string> = {}) =>
    runProgram(program, args, { ...stack.settings, ...environment });

  it("RE-14 answers every read with current documents during writes, and can be rolled back", async () => {
    const { token } = await givenSignedInUser(stack.url);
    const done = new AbortController();
    let [written, refused] = [0, 0];
    const writing = (async () => {
      while (!done.signal.aborted) {
        const body = { firstName: `n${++written}`, lastName: "" };
        const changed = await call(stack.url, "PUT /api/user/profile", { token, body });
        const mark = { "X-Log-Position": changed.headers.get("x-log-position") ?? "" };
        const ask = () => call(stack.url, "GET /api/auth/me", { token, headers: mark });
        let read = await ask();
        // A busy machine may cause one refusal, with a time to retry; a rebuild that blocked reads would cause refusals throughout.
        if (read.body.code === "projection_lag" && refused++ === 0) {
          await wait(1000 * Number(read.headers.get("retry-after")));
          read = await ask();
        }
        expect([changed.status, read.status, read.body.user?.firstName]).toEqual([200, 200, body.firstName]);
      }
    })();
    const rebuilt = await rebuild(["users"]);
    expect(rebuilt).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(/^users@\d+: rebuilt as build 2 /),
    });
    expect(rebuilt.stdout).toMatch(/1 documents \(1 before\), 0 of them changed\n$/);
    expect(await rebuild(["users", "--roll-back"])).toMatchObject({ code: 0, stderr: "" });
    done.abort();
    await writing;
    expect(written).toBeGreaterThan(2);
  });

  it("ends at once when it is interrupted while it waits for a server", async () => {
    const child = startProgram(program, [], { ...stack.settings, EVENT_LOG: "esdb://127.0.0.1:9?tls=false" });
    let said = "";
    child.stderr.on("data", (text) => (said += text));
    await expect.poll(() => said).toContain("server unavailable, waiting for it: EVENT_LOG");
    child.kill("SIGINT");
    const [code] = await once(child, "close");
    expect([code, said]).toEqual([1, expect.stringContaining("attestory: stopped; the active build stays active")]);
  });

  it.each([
    {
      what: "an unknown projection",
      args: ["people"],
      environment: {},
      code: 64,
      reason: /there are users, sessions/,
    },
    {
      what: "a wrong configuration",
      args: [],
      environment: { MASTER_KEY: "short", READ_STORE: "host" },
      code: 78,
      reason: /READ_STORE .*MASTER_KEY|MASTER_KEY .*READ_STORE/,
    },
    {
      what: "an invalid address",
      args: [],
      environment: { VAULT: "mongodb://host:port/vault" },
      code: 78,
      reason: /VAULT is not a valid MongoDB connection string/,
    },
    {
      what: "another master key",
      args: [],
      environment: { MASTER_KEY: Buffer.alloc(32, 1).toString("base64") },
      code: 1,
      reason: /another master key/,
    },
  ])("ends with one line that names the reason: $what", async ({ args, environment, code, reason }) => {
    const outcome = await rebuild(args, environment);
    expect(outcome).toEqual({ code, stdout: "", stderr: expect.stringMatching(reason) });
    expect(outcome.stderr).toMatch(/^attestory: .*\n$/);
  });
});
