import { type Clock, machineTime } from "@attestory/event-store/clock.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { hostCookie } from "@attestory/http/parsing/cookies.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import type { Method } from "@attestory/http/routing/route.ts";
import { encryptMark, markSeconds, positionCookie, positionHeader } from "@attestory/http/security/position-mark.ts";
import { type CommandContext, createCommandContext } from "./command-context.ts";
import { type CommandPrincipal, senderOf } from "./command-principal.ts";

export interface CommandBasics {
  keyring: Keyring;
  generation: number;
  now: Clock;
  /** True once the read models that authentication uses have reached the position; false if they do not within `ms`. */
  projected(position: Position, ms: number): Promise<boolean>;
  /** Resolves when every append in progress has ended. */
  settled(): Promise<void>;
}

/** What is done before and after the handler of each call. */
export interface CallSteps {
  /** @param call with the path that was asked for, so that one idempotency key means two commands on two accounts */
  commandContext(
    call: { method: Method; path: string },
    context: RequestContext,
    principal: CommandPrincipal | null,
  ): CommandContext;
  /**
   * The header and the cookie that let a client read its own write. The cookie's position never goes back: browser tabs share
   * the cookie, and a delayed answer may arrive after the answer to a later write. Other cookies of the answer follow it.
   */
  positionMark(position: Position, others?: readonly string[]): { headers: Record<string, string>; cookies: string[] };
  /**
   * Comes before the answer to a revocation: waits for appends in progress, and up to a second for the read models, so that the
   * revocation holds everywhere.
   */
  waitForRevocation(position: Position): Promise<void>;
}

/** Queries accept read models up to two seconds old: with this wait, nothing revoked stays valid for a second after the answer. */
const revocationWaitMs = 1000;

export function createCallSteps({ keyring, generation, now, projected, settled }: CommandBasics): CallSteps {
  const hmac = (...parts: string[]) => keyring.hmac("link key", ...parts);
  let newestMarked: Position = 0n;
  return {
    commandContext: ({ method, path }, context, principal) =>
      createCommandContext(
        {
          ...senderOf(principal),
          method,
          path,
          // The command id does not cover the query of a GET, and a GET is repeatable without a key.
          idempotencyKey: method === "get" ? null : context.idempotencyKey,
          bodyHash: method !== "get" && context.idempotencyKey ? context.bodyHash : "",
          correlationId: context.requestId,
          ip: context.clientAddress,
          userAgent: context.userAgent,
          now: now(),
          machineTime: machineTime(now),
        },
        hmac,
      ),
    positionMark(position, others = []) {
      if (position > newestMarked) newestMarked = position;
      const expiresAt = new Date(now().getTime() + markSeconds * 1000);
      const cookie = encryptMark({ generation, position: newestMarked }, expiresAt, hmac);
      return {
        headers: { [positionHeader]: encryptMark({ generation, position }, null, hmac) },
        cookies: [hostCookie(positionCookie, cookie, markSeconds), ...others],
      };
    },
    async waitForRevocation(position) {
      await Promise.all([settled(), projected(position, revocationWaitMs)]);
    },
  };
}
