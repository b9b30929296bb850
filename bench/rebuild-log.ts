import { randomBytes, randomUUID } from "node:crypto";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { openKeyring } from "@attestory/event-store/vault/keyring.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import { createSealing, type Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { AttestoryEvent, NewEvent } from "@attestory/events/catalogue.ts";
import {
  identifierStream,
  mailStream,
  type StreamName,
  sessionStream,
  userStream,
} from "@attestory/events/envelope.ts";

/** `realistic`: one event in ten has personal fields that a projection decrypts. `personal`: every event has. */
export type Mix = "realistic" | "personal";

import { sampleSession } from "@attestory/events/testing/sample-session.ts";

const defaultTogether = 5000;
const eventsEach = 10;
const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0";

type Happening = [stream: StreamName, event: AttestoryEvent, ip: string | null];

/** The events of one person, in order. */
function realistic(userId: string): Happening[] {
  const user = userStream(userId);
  const address = identifierStream("email", randomBytes(32).toString("base64url"));
  const sessionId = randomUUID();
  const session = sessionStream(sessionId);
  const causeId = randomUUID();
  const ip = `198.51.100.${userId.charCodeAt(0)}`;
  const seen: Happening = [
    session,
    { type: "SessionSeen", data: { sessionId, authenticatedAt: null, proofs: null } },
    ip,
  ];
  return [
    [address, { type: "IdentifierClaimed", data: { userId, leaseUntil: "2026-01-31T12:00:30.000Z" } }, null],
    [user, registered(userId), ip],
    [address, { type: "IdentifierConfirmed", data: { userId } }, null],
    [
      mailStream(causeId),
      { type: "LetterSent", data: { causeId, causeStream: user, causeVersion: 1, letter: "verification" } },
      null,
    ],
    [user, { type: "EmailVerified", data: { userId, sameBrowser: true } }, null],
    [session, started(sessionId, userId), ip],
    seen,
    seen,
    seen,
    [session, { type: "SessionEnded", data: { sessionId, reason: "signed-out" } }, null],
  ];
}

function personal(userId: string): Happening[] {
  const changed = Array.from({ length: eventsEach - 1 }, (_, turn): Happening => {
    const data = { userId, firstName: `Ada ${turn}`, lastName: "Lovelace" };
    return [userStream(userId), { type: "ProfileChanged", data }, null];
  });
  return [[userStream(userId), registered(userId), null], ...changed];
}

const registered = (userId: string): AttestoryEvent => ({
  type: "UserRegistered",
  data: {
    userId,
    email: `${userId}@example.org`,
    username: userId,
    firstName: "Ada",
    lastName: "Lovelace",
    passwordHash: `$argon2id$v=19$m=19456,t=2,p=1$${randomBytes(16).toString("base64")}$${randomBytes(32).toString("base64")}`,
  },
});
const started = (sessionId: string, userId: string): AttestoryEvent => ({
  type: "SessionStarted",
  data: sampleSession({
    sessionId,
    userId,
    tokenHash: randomBytes(32).toString("base64url"),
    rememberMe: true,
    idleSeconds: 2_592_000,
    absoluteSeconds: 7_776_000,
  }),
});

interface Amount {
  mix: Mix;
  count: number;
  /** Number of people whose events are interleaved in the log. */
  together?: number;
}

/** Fills an empty data folder with `count` events, through the writers of the log and the vault. */
export async function writeLog(dataDir: string, key: Buffer, amount: Amount): Promise<void> {
  const onFault = (error: Error) => {
    throw error;
  };
  const log = await openEventLog({ dataDir, generation: 1, writes: true, onFault });
  const vault = await openVault({ dataDir, generation: 1, writes: true, onFault });
  await fillLog({ log, sealing: createSealing(await openKeyring(vault, masterKey(key), log)) }, amount);
  await Promise.all([log.close(), vault.close()]);
}

/** Appends `count` events to a log of any kind, for `together` people at once. */
export async function fillLog(
  { log, sealing }: { log: EventLog; sealing: Sealing },
  { mix, count, together = defaultTogether }: Amount,
): Promise<void> {
  for (let people = count / eventsEach; people > 0; people -= together) {
    const versions = new Map<StreamName, number>();
    const lives = Array.from({ length: Math.min(together, people) }, () => {
      const userId = randomUUID();
      return { userId, life: mix === "realistic" ? realistic(userId) : personal(userId) };
    });
    for (let step = 0; step < eventsEach; step++) {
      const happen = async ({ userId, life }: (typeof lives)[number]) => {
        const [stream, event, ip] = life[step] as Happening;
        const version = versions.get(stream) ?? 0;
        versions.set(stream, version + 1);
        await log.append(
          stream,
          version,
          await sealing.seal(stream, [decided(userId, event, ip)], { isFirst: version === 0 }),
        );
      };
      await Promise.all(lives.map(happen));
    }
  }
}

const decided = (userId: string, event: AttestoryEvent, ip: string | null): NewEvent => ({
  id: randomUUID(),
  event,
  person: userId,
  recordedAt: new Date(),
  correlationId: randomUUID(),
  actor: { kind: "user", id: userId },
  sessionId: null,
  delegate: null,
  causationId: null,
  fingerprint: null,
  ip,
  userAgent: ip && userAgent,
});
