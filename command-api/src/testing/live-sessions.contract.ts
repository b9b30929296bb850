import { randomUUID } from "node:crypto";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { liveSessionsStream, sessionStream, userStream } from "@attestory/events/envelope.ts";
import type { LiveSessionEvent } from "@attestory/events/sign-in-events.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { user } from "../accounts/user.ts";
import { type CommandContext, systemContext } from "../handling/command-context.ts";
import { type CommandHandler, createCommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { newEvents } from "../handling/new-events.ts";
import { endSession } from "../sessions/end-session.ts";
import { liveSessions, mostSessions } from "../sessions/live-sessions.ts";
import { session } from "../sessions/session.ts";
import { sessionGuard } from "../sessions/session-guard.ts";
import { type NewSession, startSession } from "../sessions/start-session.ts";
import { contextFrom } from "./command-origin.ts";
import { registerAnn, testContext } from "./people.ts";

const times = { idleSeconds: 3600, absoluteSeconds: 43_200 };

/** The contract of every log: a user has a hundred live sessions at most, even if processes die. */
export function liveSessionsContract(name: string, openLog: () => Promise<EventLog>): void {
  describe(name, () => {
    let vault: ScratchService;
    let log: EventLog;
    let sealing: Sealing;
    let commandHandler: CommandHandler;
    let userId: string;
    let now: Date;
    beforeAll(async () => {
      vault = await openScratchService();
      ({ sealing } = vault);
      log = await openLog();
    });
    beforeEach(async () => {
      commandHandler = createCommandHandler(log, sealing);
      userId = await registerAnn(commandHandler);
      now = new Date();
    });
    afterAll(async () => {
      await log.close();
      await vault.close();
    });

    const asSignedIn = {
      method: "password",
      secondFactor: null,
      provenAt: null,
      newDevice: false,
      rememberMe: false,
    } as const;
    const newSession = (): NewSession => ({ userId, sessionEpoch: 0, times, ...asSignedIn });
    async function start(
      by = commandHandler,
      context: CommandContext = systemContext("test", now),
      said: Partial<NewSession> = {},
    ) {
      const started = await startSession(by, { ...newSession(), ...said }, context);
      if (isRefused(started)) throw new Error(started.refused);
      return started.sessionId;
    }
    /** Starts sessions as so many sign-ins would, in few commits. Returns their ids, oldest first. */
    async function startMany(count: number, sessionEpoch = 0): Promise<string[]> {
      const ids = Array.from({ length: count }, () => randomUUID());
      const stream = liveSessionsStream(userId);
      const { version } = await commandHandler.load(liveSessions, stream);
      const { absoluteSeconds } = times;
      const counted = ids.map((sessionId): LiveSessionEvent => {
        const data = { userId, sessionId, absoluteSeconds, noLongerCounted: [] };
        return { type: "SessionCounted", data };
      });
      const events = newEvents({ stream, person: null, commandContext: systemContext("test", now) }, counted);
      await log.append(stream, version, await sealing.seal(stream, events));
      const given = { ...asSignedIn, ...times, generation: log.generation };
      const command = { type: "start", userId, tokenHash: "hash", pending: false, sessionEpoch, ...given } as const;
      await Promise.all(
        ids.map((sessionId) =>
          commandHandler.handle({
            decider: session,
            stream: sessionStream(sessionId),
            command: { ...command, sessionId },
            person: userId,
            commandContext: systemContext("test", now),
          }),
        ),
      );
      return ids;
    }
    /** Which of the sessions live, as every command decides it. */
    const livesAmong = async (ids: readonly string[]) => {
      const present = { now, generation: log.generation };
      const ended = await Promise.all(ids.map((id) => sessionGuard.hasEnded(commandHandler.load, { id }, present)));
      return ids.filter((_, index) => !ended[index]);
    };
    const typesIn = async (sessionId: string) =>
      (await log.read(sessionStream(sessionId))).events.map(({ type }) => type);
    const lastCount = async () => (await log.read(liveSessionsStream(userId))).events.at(-1)?.data;
    const end = (sessionId: string) =>
      endSession(commandHandler, { sessionId, userId, reason: "signed-out" }, testContext());

    it("A7 live: with each further sign-in the oldest one ends", async () => {
      const ids = await startMany(mostSessions);
      for (let n = 0; n < 3; n++) ids.push(await start());

      expect(await livesAmong(ids)).toEqual(ids.slice(3));
      const [last] = (await log.read(sessionStream(ids[0] ?? ""))).events.slice(-1);
      expect(last).toMatchObject({ type: "SessionEnded", data: { reason: "limit" } });
      expect((await log.read(userStream(userId))).events).toHaveLength(1);
    });

    it("A7 do not end because of sessions that ended otherwise", async () => {
      const ids = await startMany(mostSessions);
      const [oldest = "", second = "", third = "", fourth = ""] = ids;
      await end(third);
      const next = await start();
      expect(await livesAmong([oldest, second, next])).toEqual([oldest, second, next]);
      await start();
      expect(await livesAmong([oldest, second, fourth])).toEqual([second, fourth]);
    });

    it("A7 do not end because of sessions that all ended at once, or that expired unused", async () => {
      const [kept = "", ...others] = await startMany(mostSessions);
      const by = { sessionId: kept, sessionEpoch: 0 };
      await commandHandler.handle({
        decider: user,
        stream: userStream(userId),
        command: { type: "end-other-sessions", by },
        person: userId,
        commandContext: testContext(),
      });
      const later = await start(undefined, undefined, { sessionEpoch: 1 });
      expect(await livesAmong([kept, later, ...others])).toEqual([kept, later]);
      expect(await lastCount()).toMatchObject({ noLongerCounted: others });

      now = new Date(now.getTime() + times.idleSeconds * 1000);
      const ids = await startMany(mostSessions, 1);
      expect(await livesAmong(ids)).toEqual(ids);
    });

    it("RE-42 are not those of another generation of the log", async () => {
      const former = await startMany(mostSessions);
      await start(createCommandHandler(logWith(log, { generation: log.generation + 1 }), sealing));
      expect(await lastCount()).toMatchObject({ noLongerCounted: former });
    });

    it("A7 are as many after sign-ins at the same moment, in one process and in two", async () => {
      const ids = await startMany(mostSessions - 2);
      const other = createCommandHandler(log, sealing);
      const more = await Promise.all(Array.from({ length: 8 }, (_, n) => start(n % 2 === 0 ? commandHandler : other)));

      const living = await livesAmong([...ids, ...more]);
      expect(living).toHaveLength(mostSessions);
      expect(living).toEqual(expect.arrayContaining(more));
    });

    it("A7 are as many after a process died at any point of a sign-in", async () => {
      const ids = await startMany(mostSessions);
      // The sign-in starts its session, ends the oldest one, and counts its own.
      for (let died = 0; died < 3; died++) {
        let appends = 0;
        const dying = logWith(log, {
          append: async (...asked) => {
            if (appends++ >= died) throw new Error("died");
            return log.append(...asked);
          },
        });
        await expect(start(createCommandHandler(dying, sealing))).rejects.toThrow("died");
        ids.push(await start());
        expect((await livesAmong(ids)).length, `died at append ${died}`).toBeLessThanOrEqual(mostSessions);
      }
      now = new Date(now.getTime() + 60_000);
      for (let n = 0; n < 5; n++) ids.push(await start());
      expect(await livesAmong(ids)).toEqual(ids.slice(-mostSessions));
    });

    it("A7 do not end when a sign-in is repeated", async () => {
      const context = contextFrom(
        { hmac: (...parts) => parts.join() },
        { actor: { kind: "anyone", id: "" }, path: "/api/auth/login", now },
      );
      const repeated = await start(commandHandler, context);
      const ids = await startMany(mostSessions - 1);
      ids.push(await start());
      expect(await typesIn(repeated)).toEqual(["SessionStarted", "SessionEnded"]);
      expect(await start(commandHandler, context)).toBe(repeated);
      expect(await livesAmong([repeated, ...ids])).toEqual(ids);
    });

    it("A7 are not counted for the session of a registration", async () => {
      await start(undefined, undefined, { method: "registration" });
      expect((await log.read(liveSessionsStream(userId))).events).toEqual([]);
    });
  });
}
