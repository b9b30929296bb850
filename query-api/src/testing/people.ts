import { randomBytes, randomUUID } from "node:crypto";
import type { ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import type { UserEvent } from "@attestory/events/account-events.ts";
import type { NewEvent } from "@attestory/events/catalogue.ts";
import { type Position, sessionStream, userStream } from "@attestory/events/envelope.ts";
import { type SessionStart, sampleSession } from "@attestory/events/testing/sample-session.ts";
import { sessionToken, tokenHash } from "@attestory/http/security/session-token.ts";

interface Scene {
  service: ScratchService;
  clock: { now: Date };
}

export interface SignedInSession {
  sessionId: string;
  token: string;
  /** The position of `SessionStarted` in the log. */
  position: Position;
}

/** Appends events about users to the log, at the time of the scene's clock. */
export const people = ({ service, clock }: Scene) => {
  const happenedToUser = (event: UserEvent) =>
    service.happened(userStream(event.data.userId), event, { person: event.data.userId, recordedAt: clock.now });

  return {
    happenedToUser,

    /** Registers a user who, unless `verified` is false, has verified the address. Returns the user's id. */
    async registered({ verified = true, userId = randomUUID() } = {}): Promise<string> {
      const account = { email: "ada@example.org", username: "ada", firstName: "Ada", lastName: null };
      await happenedToUser({ type: "UserRegistered", data: { userId, ...account, passwordHash: "$argon2id$secret" } });
      if (verified) await happenedToUser({ type: "EmailVerified", data: { userId, sameBrowser: true } });
      return userId;
    },

    async signedIn(
      userId: string,
      facts: Partial<SessionStart> = {},
      from: Partial<Pick<NewEvent, "ip" | "userAgent" | "person">> = {},
    ): Promise<SignedInSession> {
      const sessionId = randomUUID();
      const secret = randomBytes(32).toString("base64url");
      const known = { sessionId, userId, tokenHash: tokenHash(secret), generation: service.generation };
      const data = sampleSession({ ...known, ...facts });
      const metadata = { person: userId, recordedAt: clock.now, ...from };
      const position = await service.happened(sessionStream(sessionId), { type: "SessionStarted", data }, metadata);
      return { sessionId, token: sessionToken({ sessionId, secret }), position };
    },

    ended: ({ sessionId }: SignedInSession) =>
      service.happened(sessionStream(sessionId), {
        type: "SessionEnded",
        data: { sessionId, reason: "signed-out" },
      }),
  };
};
