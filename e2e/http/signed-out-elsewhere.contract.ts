import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { countedApplicationsStream, type StreamName, userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startCommandSide } from "../command-side.ts";
import { written } from "../start-in-process.ts";
import { redirectUri } from "./applications.ts";
import { call, newPerson, register, signIn } from "./client.ts";

/** A process decides on what it knows of a session and its owner, while another process has ended the session or changed the account. */
export function signedOutElsewhereContract(what: string, openLog: () => Promise<EventLog>): void {
  describe(what, () => {
    let service: ScratchService;
    let log: EventLog;
    let own: Awaited<ReturnType<typeof startCommandSide>>;
    let other: Awaited<ReturnType<typeof startCommandSide>>;
    /** Happens once, right before the own process reads a stream of this kind. */
    let before: { kind: string; happens(): Promise<unknown> } | null = null;
    let token: string;
    let second: string;
    let userId: string;
    let stream: StreamName;

    beforeAll(async () => {
      service = await openScratchService();
      log = await openLog();
      const interrupted = logWith(log, {
        async read(asked, ...range) {
          const happens = before?.kind === asked.split("-", 1)[0] ? before?.happens : null;
          if (happens) before = null;
          await happens?.();
          return log.read(asked, ...range);
        },
      });
      own = await startCommandSide(service, interrupted);
      other = await startCommandSide(service, log);
    });
    beforeEach(async () => {
      const person = newPerson();
      const { user } = await register(own.url, person);
      userId = user.id;
      stream = userStream(userId);
      const { happened } = written({ log, sealing: service.sealing, now: () => new Date() });
      const data = { userId, sameBrowser: true };
      await happened(stream, { type: "EmailVerified", data }, { person: userId });
      token = await signIn(own.url, person);
      second = await signIn(own.url, person);
      // From now on the own process knows the session and its owner.
      expect((await rename("Ann")).status).toBe(200);
    });
    afterAll(async () => {
      await own.close();
      await other.close();
      await log.close();
      await service.close();
    });

    const rename = (firstName: string, url = own.url, headers: Record<string, string> = {}) =>
      call(url, "PUT /api/user/profile", { token, headers, body: { firstName, lastName: "Lee" } });
    const newApplication = { name: "Ledgerline", redirectUris: [redirectUri] };
    const signOut = async () => expect((await call(other.url, "POST /api/auth/logout", { token })).status).toBe(200);
    const endOthers = async () =>
      expect((await call(other.url, "DELETE /api/user/sessions", { token: second })).status).toBe(200);
    const names = async () =>
      (await service.sealing.decrypt((await log.read(stream)).events)).flatMap((event) =>
        event.type === "ProfileChanged" ? [event.data.firstName] : [],
      );

    it("RC-14 neither does nor refuses anything for a session that another process has signed out", async () => {
      await signOut();
      expect((await rename("Bea")).status).toBe(401);
      expect(await names()).toEqual(["Ann"]);
    });

    it("RC-14 tells nobody who was signed out that there was nothing to do, or what was wrong", async () => {
      await signOut();
      expect((await rename("Ann")).status).toBe(401);
      const wrong = { firstName: "x".repeat(10_000) };
      expect((await call(own.url, "PUT /api/user/profile", { token, body: wrong })).status).toBe(401);
    });

    it("RC-14 appends nothing when the sign-out is answered between the decision and the check", async () => {
      before = { kind: "session", happens: signOut };
      expect((await rename("Bea")).status).toBe(401);
      expect(await names()).toEqual(["Ann"]);
    });

    it("RC-14 appends nothing when the owner ends the session between the decision and the append", async () => {
      before = { kind: "session", happens: endOthers };
      expect((await rename("Bea")).status).toBe(401);
      expect(await names()).toEqual(["Ann"]);
    });

    it("RC-14 answers no repeat of a change once the owner has ended the session in another process", async () => {
      const key = { "idempotency-key": crypto.randomUUID() };
      expect((await rename("Bea", other.url, key)).status).toBe(200);
      await endOthers();
      // As the own process knows the account, its append would be the first one.
      expect((await rename("Bea", own.url, key)).status).toBe(401);
      expect(await names()).toEqual(["Ann", "Bea"]);
    });

    it("RC-14 refuses a signed-out session wherever a session is admitted as known", async () => {
      expect((await call(own.url, "POST /api/user/enable-developer", { token })).status).toBe(200);
      const id = crypto.randomUUID();
      const calls = [
        // Each has nothing to do, or something to refuse.
        ["DELETE /api/user/email-change"],
        [`DELETE /api/user/connected-apps/${id}`],
        [`DELETE /api/user/trusted-devices/${id}`],
        ["PUT /api/user/hardware-keys/unknown", { name: "Blue" }],
        [`DELETE /api/developer/applications/${id}/registration-access`],
        ["POST /api/developer/applications", newApplication],
      ] as const;
      const statuses = async () => {
        const answered: number[] = [];
        for (const [asked, body] of calls) answered.push((await call(own.url, asked, { token, body })).status);
        return answered;
      };
      expect(await statuses()).not.toContain(401);
      await signOut();
      expect(new Set(await statuses())).toEqual(new Set([401]));
    });

    it("RC-14 registers nothing, and repeats no registration, for a session that has ended in another process", async () => {
      expect((await call(own.url, "POST /api/user/enable-developer", { token })).status).toBe(200);
      const headers = { "idempotency-key": crypto.randomUUID() };
      const registered = async (url = own.url, said: Record<string, string> = {}) =>
        (await call(url, "POST /api/developer/applications", { token, headers: said, body: newApplication })).status;
      expect(await registered(other.url, headers)).toBe(201);
      before = { kind: "session", happens: signOut };
      expect(await registered()).toBe(401);
      expect(await registered(own.url, headers)).toBe(401);
      expect((await log.read(countedApplicationsStream(userId))).version).toBe(1);
    });

    it("decides again on what another process has changed", async () => {
      expect((await rename("Bea", other.url)).status).toBe(200);
      // As the own process knows the account, this would change nothing.
      expect((await rename("Ann")).status).toBe(200);
      before = { kind: "session", happens: () => rename("Cara", other.url) };
      expect((await rename("Dora")).status).toBe(200);
      expect(await names()).toEqual(["Ann", "Bea", "Ann", "Cara", "Dora"]);
    });
  });
}
