import { type Clock, machineTime } from "@attestory/event-store/clock.ts";
import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { VaultUnavailable } from "@attestory/event-store/vault/vault.ts";
import { UnreadableEvent } from "@attestory/events/catalogue.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { hostCookie } from "@attestory/http/parsing/cookies.ts";
import { refuseErrors } from "@attestory/http/routing/refuse-errors.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { type Method, type Route, routeFor } from "@attestory/http/routing/route.ts";
import { encryptMark, markSeconds, positionCookie, positionHeader } from "@attestory/http/security/position-mark.ts";
import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import { answerSharedRefusal } from "./answer-refusal.ts";
import { type CommandContext, createCommandContext } from "./command-context.ts";
import { type CommandPrincipal, senderOf } from "./command-principal.ts";

export const route = routeFor<CommandPrincipal>();
export type CommandRoute = Route<CommandPrincipal>;

export interface CommandBasics {
  keyring: Keyring;
  generation: number;
  now: Clock;
  /** True once the read models that authentication uses have reached the position; false if they do not within `ms`. */
  projected(position: Position, ms: number): Promise<boolean>;
  /** Resolves when every append in progress has ended. */
  settled(): Promise<void>;
}

/** What all command routes share. */
export interface Commands {
  commandContext(
    call: { method: Method; path: string },
    context: RequestContext,
    principal: CommandPrincipal | null,
  ): CommandContext;
  /**
   * The header and the cookie that let a client read its own write. The cookie's position never goes back: browser tabs share
   * the cookie, and a delayed answer may arrive after the answer to a later write. Other cookies of the answer follow it.
   */
  positionMark(position: Position, others?: string[]): { headers: Record<string, string>; cookies: string[] };
  /**
   * Call before answering a revocation: waits for appends in progress, and up to a second for the read models, so that the
   * revocation holds everywhere.
   */
  waitForRevocation(position: Position): Promise<void>;
}

/** Queries accept read models up to two seconds old: with this wait, nothing revoked stays valid for a second after the answer. */
const revocationWaitMs = 1000;

export function createCommands({ keyring, generation, now, projected, settled }: CommandBasics): Commands {
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

const unavailable = () => answerSharedRefusal({ refused: "unavailable" });
const refused = [
  { kind: LogUnavailable, message: "event log append failed", refusal: unavailable },
  { kind: VaultUnavailable, message: "vault unavailable", refusal: unavailable },
  { kind: UnreadableEvent, message: "event unreadable by this release", refusal: unavailable },
];

/**
 * Answers 503, never 500, when the log or the vault is unavailable, and when an event of a newer release cannot be read: nothing is
 * decided on half a history, and a retry may reach a process of that release.
 */
export const refusingWithoutStores = (reportError: (message: string, error: unknown) => void) =>
  refuseErrors(refused, reportError);

/** Wraps the routes so that each reaches the tracepoint `command handled` when it is done. */
export const tracingHandled = (routes: readonly CommandRoute[]): CommandRoute[] =>
  routes.map((declared) => ({
    ...declared,
    async handle(request) {
      const answer = await declared.handle(request);
      tracepoint("command handled", () => `${declared.method} ${declared.path}`);
      return answer;
    },
  }));
