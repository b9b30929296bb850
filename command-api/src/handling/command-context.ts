import { randomBytes, randomUUID } from "node:crypto";
import type { Actor, Delegate } from "@attestory/events/envelope.ts";
import type { Access, PrincipalKind } from "@attestory/http/routing/principal.ts";
import { v5 } from "uuid";

/** What allows a command: a session, the grant of a user to a client, a client itself, or an API key. */
export interface Authority {
  readonly kind: PrincipalKind;
  readonly id: string;
  /** Of a session: its owner must still have the role that this requires. */
  readonly access?: Access | undefined;
  /** Of one that was admitted as this process last knew it: whether an append has proven since that it had not ended. */
  readonly proof?: AuthorityProof | undefined;
}

/** Changed when it is given: by then, the contexts of a command share it. */
export interface AuthorityProof {
  isGiven: boolean;
}

/** Who sends a command, when and from where: metadata for its events, and the source of its ids and secrets. One per command. */
export interface CommandContext {
  readonly commandId: string;
  /** Digest of the request under a service key if it has an idempotency key, else null. */
  readonly fingerprint: string | null;
  /** Who acts, or on whose behalf the delegate does. */
  readonly actor: Actor;
  /** The OAuth client or the API key that acts for the actor; null if the actor acts directly. */
  readonly delegate: Delegate | null;
  /** What allows the command, or null. An authority that has ended appends nothing, unless `outlivesAuthority` is set. */
  readonly authority: Authority | null;
  /** True for what must be recorded although the authority that caused it has ended. */
  readonly outlivesAuthority: boolean;
  readonly correlationId: string;
  readonly causationId: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly now: Date;
  /** The machine's time, for what is compared with other machines: codes of authenticator apps, and the times in tokens. */
  readonly machineTime: Date;
  /** The id of something that this command creates. A repeated command gets the same id. */
  newId(purpose: string): string;
  /** 256 bits, base64url. A repeated command gets the same secret. */
  newSecret(purpose: string): string;
}

export interface CommandOrigin {
  actor: Actor;
  delegate?: Delegate | null;
  authority?: Authority | null;
  method: string;
  path: string;
  /** `Idempotency-Key`, a UUID, or null. */
  idempotencyKey: string | null;
  /** SHA-256 of the request's body, base64url. */
  bodyHash: string;
  correlationId: string;
  ip: string | null;
  userAgent: string | null;
  now: Date;
  /** By default the same as `now`. */
  machineTime?: Date;
}

const commands = "5f3c1e52-6f2b-5b0e-9b43-1d6c6d0e7f11";
const list = (...parts: string[]) => JSON.stringify(parts);

/** Two delegates of one user may choose the same idempotency key. */
const whoAsks = (actor: Actor, delegate: Delegate | null): string[] =>
  [actor, delegate].flatMap((party) => (party ? [party.kind, party.id] : []));

/** @param hmac the keyring's HMAC under the link key */
export function createCommandContext(asked: CommandOrigin, hmac: (...parts: string[]) => string): CommandContext {
  const {
    actor,
    delegate = null,
    authority = null,
    method,
    path,
    idempotencyKey,
    bodyHash,
    correlationId,
    ip,
    userAgent,
    now,
    machineTime = now,
  } = asked;
  const commandId = idempotencyKey
    ? v5(list(...whoAsks(actor, delegate), method, path, idempotencyKey.toLowerCase()), commands)
    : randomUUID();
  return {
    commandId,
    fingerprint: idempotencyKey ? hmac("fingerprint", commandId, bodyHash) : null,
    actor,
    delegate,
    authority,
    outlivesAuthority: false,
    correlationId,
    causationId: null,
    ip,
    userAgent,
    now,
    machineTime,
    newId: (purpose) => v5(purpose, commandId),
    newSecret: (purpose) =>
      idempotencyKey ? hmac("secret", commandId, bodyHash, purpose) : randomBytes(32).toString("base64url"),
  };
}

/** The context of a command by the service itself: a repair, an email, the end of an expired session. */
export function systemContext(name: string, now: Date, causationId: string | null = null): CommandContext {
  const commandId = randomUUID();
  return {
    commandId,
    fingerprint: null,
    actor: { kind: "system", id: name },
    delegate: null,
    authority: null,
    outlivesAuthority: false,
    correlationId: commandId,
    causationId,
    ip: null,
    userAgent: null,
    now,
    machineTime: now,
    newId: (purpose) => v5(purpose, commandId),
    newSecret: () => randomBytes(32).toString("base64url"),
  };
}

/**
 * The context of a step that may repeat under one idempotency key: its events get new ids and leave no idempotency record. The step's
 * stream shows whether it is still needed, or repeating it does no harm.
 */
export const stepContext = (commandContext: CommandContext): CommandContext => ({
  ...commandContext,
  commandId: randomUUID(),
  fingerprint: null,
});

/** The context of a command that is never repeated under its idempotency key, which strangers might choose alike: its ids are new each time. */
export function unrepeatable(commandContext: CommandContext): CommandContext {
  const { commandId, fingerprint, newId, newSecret } = systemContext("", commandContext.now);
  return { ...commandContext, commandId, fingerprint, newId, newSecret };
}

/**
 * The context of one part of a command, with its own event ids and idempotency record. For a part that appends to a stream where another
 * part of the command has appended, and for one that counts for one session alone.
 */
export const contextOfPart = (commandContext: CommandContext, part: string): CommandContext => {
  const ofPart = (purpose: string) => `${purpose} of ${part}`;
  return {
    ...commandContext,
    commandId: commandContext.newId(ofPart("step")),
    newId: (purpose) => commandContext.newId(ofPart(purpose)),
    newSecret: (purpose) => commandContext.newSecret(ofPart(purpose)),
  };
};

/** UUIDv5 of command, stream and index, which makes repeated appends of one decision idempotent. */
export const eventId = (commandContext: CommandContext, stream: string, index: number): string =>
  v5(list(stream, String(index)), commandContext.commandId);
