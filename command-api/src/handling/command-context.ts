import { randomBytes, randomUUID } from "node:crypto";
import type { Actor } from "@attestory/events/envelope.ts";
import { v5 } from "uuid";

/** Who asks for what, once for every command: what its events carry, and where its ids and secrets come from. */
export interface CommandContext {
  readonly commandId: string;
  /** Digest of the request under a service key, when an idempotency key came with it; else null. */
  readonly fingerprint: string | null;
  readonly actor: Actor;
  /** The session that asks: nothing is written for one that has ended. Null where none does. */
  readonly sessionId: string | null;
  readonly correlationId: string;
  readonly causationId: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly now: Date;
  /** The id of something this command makes; the same again when the command is repeated. */
  newId(purpose: string): string;
  /** 256 bits, base64url; the same again when the command is repeated. */
  newSecret(purpose: string): string;
}

export interface CommandOrigin {
  actor: Actor;
  sessionId?: string | null;
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
}

const commands = "5f3c1e52-6f2b-5b0e-9b43-1d6c6d0e7f11";
const list = (...parts: string[]) => JSON.stringify(parts);

/** `hmac` is the keyring's, with the link key. */
export function createCommandContext(asked: CommandOrigin, hmac: (...parts: string[]) => string): CommandContext {
  const { actor, sessionId = null, method, path, idempotencyKey, bodyHash, correlationId, ip, userAgent, now } = asked;
  const commandId = idempotencyKey
    ? v5(list(actor.kind, actor.id, method, path, idempotencyKey.toLowerCase()), commands)
    : randomUUID();
  return {
    commandId,
    fingerprint: idempotencyKey ? hmac("fingerprint", commandId, bodyHash) : null,
    actor,
    sessionId,
    correlationId,
    causationId: null,
    ip,
    userAgent,
    now,
    newId: (purpose) => v5(purpose, commandId),
    newSecret: (purpose) =>
      idempotencyKey ? hmac("secret", commandId, bodyHash, purpose) : randomBytes(32).toString("base64url"),
  };
}

/** An intent of the service itself: a repair, a letter, a session found to be over. */
export function systemContext(name: string, now: Date, causationId: string | null = null): CommandContext {
  const commandId = randomUUID();
  return {
    commandId,
    fingerprint: null,
    actor: { kind: "system", id: name },
    sessionId: null,
    correlationId: commandId,
    causationId,
    ip: null,
    userAgent: null,
    now,
    newId: (purpose) => v5(purpose, commandId),
    newSecret: () => randomBytes(32).toString("base64url"),
  };
}

/**
 * A step that may be done again under one idempotency key: its events have ids of their own and are no trace of the command. Whether it
 * is still to be done its own stream tells, or it may be done once more.
 */
export const stepContext = (commandContext: CommandContext): CommandContext => ({
  ...commandContext,
  commandId: randomUUID(),
  fingerprint: null,
});

/** UUIDv5 of command, stream and index: appending the same decision again is the same append. */
export const eventId = (commandContext: CommandContext, stream: string, index: number): string =>
  v5(list(stream, String(index)), commandContext.commandId);
