import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { countingCalls } from "@attestory/event-store/testing/log-with.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCommandSide } from "../command-side.ts";
import { call, newPerson, register, signIn } from "./client.ts";
import { commandSideParties, succeeds } from "./command-side-parties.ts";
import { exchange, givenCode, newVerifier, type Parties, refresh } from "./grants.ts";

/**
 * How often each kind of command asks the event log, on a command side whose caches are warm. On servers each call is a round trip. The
 * figures stand in bench/README.md.
 */
export function logCallsContract(what: string, openLog: () => Promise<EventLog>): void {
  describe(what, () => {
    let service: ScratchService;
    let log: EventLog;
    let counting: ReturnType<typeof countingCalls>;
    let commands: Awaited<ReturnType<typeof startCommandSide>>;
    let url: string;
    let token: string;
    let parties: Parties;

    beforeAll(async () => {
      service = await openScratchService();
      log = await openLog();
      counting = countingCalls(log);
      commands = await startCommandSide(service, counting.log);
      ({ url } = commands);
      parties = await commandSideParties({ url, service, log });
      ({ token } = parties.user);
      await succeeds(changeProfile("Ann"));
    });
    afterAll(async () => {
      await commands.close();
      await log.close();
      await service.close();
    });

    const changeProfile = (firstName: string, headers: Record<string, string> = {}) =>
      call(url, "PUT /api/user/profile", { token, body: { firstName, lastName: "Lee" }, headers });

    /** What the command asks, once it has asked all of that: some of it comes after its answer. */
    const expectCalls = async <Result>(work: () => Promise<Result>, expected: Record<string, number>) => {
      counting.reset();
      const result = await work();
      await expect.poll(() => counting.calls()).toEqual(expected);
      return result;
    };

    it("counts the calls of a changed profile", async () => {
      await expectCalls(() => succeeds(changeProfile("Bea")), { "read session": 1, "append user": 1 });
    });
    it("counts the calls of a changed profile with an idempotency key", async () => {
      const key = { "idempotency-key": crypto.randomUUID() };
      await expectCalls(() => succeeds(changeProfile("Cara", key)), {
        "read session": 2,
        "append user": 1,
        "read user": 2,
      });
      await expectCalls(() => succeeds(changeProfile("Cara", key)), { "read session": 1, "read user": 2 });
    });
    it("counts the calls of a profile that is as asked already", async () => {
      await succeeds(changeProfile("Dora"));
      await expectCalls(() => succeeds(changeProfile("Dora")), { "read session": 1, "read user": 2, head: 1 });
    });
    it("counts the calls of a token that signs no one in, which is checked once", async () => {
      const wrong = `${token.slice(0, -4)}${token.endsWith("AAAA") ? "BBBB" : "AAAA"}`;
      await expectCalls(
        async () => expect((await call(url, "PUT /api/user/profile", { token: wrong, body: {} })).status).toBe(401),
        { "read session": 1 },
      );
    });
    it("counts the calls of a changed application", async () => {
      const path = `PUT /api/developer/applications/${parties.application.id}`;
      const body = { name: "Bookkeeper", redirectUris: parties.application.redirectUris };
      await expectCalls(() => succeeds(call(url, path, { token, body })), {
        "read session": 2,
        "read user": 2,
        "read admins": 1,
        "read application": 2,
        "append application": 1,
      });
    });
    it("counts the calls of a new application", async () => {
      const body = { name: "Ledgerline", redirectUris: parties.application.redirectUris };
      await expectCalls(() => succeeds(call(url, "POST /api/developer/applications", { token, body })), {
        "read session": 3,
        "read user": 3,
        "append applications": 1,
        "append application": 1,
      });
    });
    it("counts the calls of a sign-in", async () => {
      await signIn(url, parties.user);
      await expectCalls(() => signIn(url, parties.user), {
        "read email": 1,
        "read user": 1,
        "read keys": 1,
        "read factors": 1,
        "append session": 1,
        "append sessions": 1,
        // After the answer: that the password was right.
        "read attempts": 1,
        head: 1,
      });
    });
    it("counts the calls of a registration", async () => {
      await expectCalls(() => register(url, newPerson()), {
        "read signUpPolicy": 1,
        "append username": 2,
        "append email": 2,
        "read user": 2,
        "append user": 1,
        "append session": 1,
      });
    });
    it("counts the calls of a code exchange and of a refresh", async () => {
      const scope = "openid profile offline_access";
      const tokenCalls = {
        "read application": 2,
        "read consent": 1,
        "read user": 1,
        "append authorization": 1,
      };
      const exchangeNew = async () => {
        const verifier = newVerifier();
        const code = await givenCode(parties, { verifier, scope });
        return () => succeeds(exchange(parties, { code, code_verifier: verifier }));
      };
      await (await exchangeNew())();
      const { body } = await expectCalls(await exchangeNew(), tokenCalls);
      const again = await succeeds(refresh(parties, body));
      await expectCalls(() => succeeds(refresh(parties, again.body)), tokenCalls);
    });
  });
}
