import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { type StreamName, userStream } from "@attestory/events/envelope.ts";
import { deviceInWords, locationInWords } from "@attestory/http/parsing/device.ts";
import { rolesOf } from "@attestory/http/security/person-claims.ts";
import { recoveryCodes } from "@attestory/projections/read-models/recovery-codes.ts";
import { trustedDevices } from "@attestory/projections/read-models/trusted-devices.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { decryptFields } from "../handling/decrypt-fields.ts";
import type { NamedUser } from "../handling/query-route.ts";
import { decryptOwn } from "./history.ts";
import { streamsOfKind } from "./own-streams.ts";
import { eventsOf, inPages } from "./read-streams.ts";
import type { FormerName, OwnAccount, OwnSecondFactor, PastSession } from "./schema.ts";

/** What an account is and who may use it: the account, its names, its sessions and its second factors. */

export interface AccessParts {
  log: Pick<EventLog, "read">;
  store: Pick<ReadStore, "get" | "list">;
  sealing: Sealing;
  now: Clock;
}

const pageSize = 100;

export const accountOf = (user: NamedUser): OwnAccount => ({
  id: user.id,
  email: user.email,
  emailVerifiedAt: user.emailVerifiedAt,
  pendingEmail: user.pendingEmail?.email ?? null,
  username: user.username,
  firstName: user.firstName,
  lastName: user.lastName,
  roles: rolesOf(user),
  isActive: user.isActive,
  hasPassword: user.hasPassword,
  passwordChangedAt: user.passwordChangedAt,
  twoFactorEnabled: user.twoFactorEnabled,
  registeredAt: user.registeredAt,
  updatedAt: user.updatedAt,
});

/** Every address and username of the account, in the order in which it got them. */
export async function* namesOf({ log, sealing }: AccessParts, userId: string): AsyncGenerator<FormerName> {
  for await (const page of inPages(eventsOf(log, userStream(userId)), pageSize)) {
    for (const event of await decryptOwn(sealing, page, userId)) yield* namesIn(event);
  }
}

const naming = new Set(["UserRegistered", "EmailChanged", "EmailChangeUndone", "UsernameChanged"]);

function* namesIn({ type, data, recordedAt }: RecordedEvent): Generator<FormerName> {
  if (!naming.has(type)) return;
  const since = recordedAt.toISOString();
  if ("email" in data && data.email !== null) yield { kind: "email", value: data.email, since };
  if ("username" in data && data.username !== null) yield { kind: "username", value: data.username, since };
}

/** Every session that the account ever had. */
export async function* sessionsOf(parts: AccessParts, userId: string): AsyncGenerator<PastSession> {
  for await (const stream of streamsOfKind(parts.store, userId, "session")) {
    const session = await sessionOf(parts, stream, userId);
    if (session) yield session;
  }
}

/** Reads the first event of a session and its last two, the newest of which may have ended it. */
async function sessionOf(
  { log, sealing }: AccessParts,
  stream: StreamName,
  userId: string,
): Promise<PastSession | null> {
  const { events, version } = await log.read(stream, 0, 1);
  const [started] = await decryptOwn(sealing, events, userId);
  if (started?.type !== "SessionStarted") return null;
  const newest = (await log.read(stream, Math.max(0, version - 2), 2)).events;
  const ended = newest.find((event) => event.type === "SessionEnded") ?? null;
  const used = newest.findLast(({ type }) => type !== "SessionEnded") ?? started;
  const { sessionId, method, secondFactor, rememberMe } = started.data;
  return {
    id: sessionId,
    startedAt: started.recordedAt.toISOString(),
    lastUsedAt: used.recordedAt.toISOString(),
    endedAt: ended?.recordedAt.toISOString() ?? null,
    endReason: ended?.data.reason ?? null,
    method,
    secondFactor,
    rememberMe,
    device: deviceInWords(started.userAgent),
    network: locationInWords(started.ip),
    ipAddress: started.ip,
    userAgent: started.userAgent,
  };
}

const timeOf = (at: number): string => new Date(at).toISOString();

/** Those that there are now. The history tells of the others. */
export async function* secondFactorsOf(
  { store, sealing, now }: AccessParts,
  user: NamedUser,
): AsyncGenerator<OwnSecondFactor> {
  const none = { since: null, until: null, left: null, device: null, network: null };
  if (user.twoFactorEnabled) yield { kind: "authenticator-app", ...none };
  const codes = await store.get(recoveryCodes, user.id);
  if (codes) yield { kind: "recovery-codes", ...none, since: timeOf(codes.issuedAt), left: codes.left };
  const trusting = (await store.get(trustedDevices, user.id))?.devices ?? [];
  const devices = trusting.filter(
    ({ sessionEpoch, endsAt }) => sessionEpoch === user.sessionEpoch && endsAt > now().getTime(),
  );
  const origins = await decryptFields(sealing, devices);
  for (const { id, trustedAt, endsAt } of devices) {
    const { ip = null, userAgent = null } = origins.get(id) ?? {};
    const origin = { device: deviceInWords(userAgent), network: locationInWords(ip) };
    yield { kind: "trusted-browser", ...none, since: timeOf(trustedAt), until: timeOf(endsAt), ...origin };
  }
}
