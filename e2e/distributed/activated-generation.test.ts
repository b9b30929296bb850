/** @module-tag slow */
import { once } from "node:events";
import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, givenSignedInUser, signIn } from "../http/client.ts";
import { askUntilUpToDate } from "../http/own-writes.ts";
import { asStack, oneOfEach } from "./own-stack.ts";
import { runProgram } from "./run-program.ts";
import { type Distributed, startDistributed, whyNotDistributed } from "./start-distributed.ts";

describe.skipIf(whyNotDistributed())("an import on servers", { timeout: 300_000 }, () => {
  let distributed: Distributed;
  beforeAll(async () => {
    distributed = await startDistributed({}, oneOfEach);
  }, 120_000);
  afterAll(() => distributed?.remove());

  const run = async (...args: string[]) => {
    const ended = await runProgram("command-api/src/backup/main.ts", args, distributed.settings);
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    return ended.stdout;
  };

  it("RE-42 IM-13 every process runs on what was imported, and stops when another generation is activated", async () => {
    const { url } = distributed;
    const known = await givenSignedInUser(url);
    const backup = join(temporaryFolder(), "backup.sql");
    await run("export", backup);
    const later = await givenSignedInUser(url);
    await asStack(distributed).stop();
    expect(await run("import", backup, "--without-admin")).toContain("accounts 1, ");
    await asStack(distributed).restart();

    const me = (token: string) => call(url, "GET /api/auth/me", { token });
    expect((await me(known.token)).status).toBe(401);
    const { id, email } = known;
    expect((await askUntilUpToDate(async () => me(await signIn(url, known)))).body.user).toMatchObject({ id, email });
    const body = { email: later.email, password: later.password };
    expect((await call(url, "POST /api/auth/login", { body })).status).toBe(401);

    const ended = Promise.all(distributed.services.map(({ process }) => once(process, "exit")));
    await run("generations", "activate", "1");
    expect(await ended).toEqual(distributed.services.map(() => [1, null]));
    for (const { output } of distributed.services) {
      expect(output()).toMatch(
        /generation 1 of the log is active now, and this process runs on generation 2: start it/,
      );
      expect(output()).toContain("process cannot continue, stopping");
    }
    await asStack(distributed).restart();
    expect((await me(later.token)).status).toBe(200);
  });
});
