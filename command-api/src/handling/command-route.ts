import type { Clock } from "@attestory/event-store/clock.ts";
import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { VaultUnavailable } from "@attestory/event-store/vault/vault.ts";
import { UnreadableEvent } from "@attestory/events/catalogue.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { hostCookie } from "@attestory/http/parsing/cookies.ts";
import type { ProblemAnswer } from "@attestory/http/routing/problem.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { type Method, type Route, routeFor } from "@attestory/http/routing/route.ts";
import {
  markSeconds,
  markText,
  positionCookie,
  positionHeader,
  signMark,
} from "@attestory/http/security/position-mark.ts";
import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import { answerSharedRefusal } from "./answer-refusal.ts";
import { type CommandContext, createCommandContext } from "./command-context.ts";
import type { SignedIn } from "./signed-in.ts";

export const route = routeFor<SignedIn>();
export type CommandRoute = Route<SignedIn>;

export interface CommandBasics {
  keyring: Keyring;
  generation: number;
  now: Clock;
  /** Whether the read models that authentication asks have come to the position; false when they did not within `ms`. */
  projected(position: Position, ms: number): Promise<boolean>;
  /** Whatever was on its way to the log has arrived there. */
  settled(): Promise<void>;
}

/** What every command route does the same way. */
export interface Commands {
  commandContext(method: Method, path: string, context: RequestContext, principal: SignedIn | null): CommandContext;
  /**
   * The headers and the cookie by which the asking side reads its own write. The cookie is never older than one that went out
   * before: tabs of a browser share it, and an answer that waited comes after one to a later write.
   */
  marked(position: Position): { headers: Record<string, string>; cookies: string[] };
  /**
   * For what must be dead everywhere when the answer goes out: waits for what was written for it before, and for the read models,
   * a second at most.
   */
  revoked(position: Position): Promise<void>;
}

/** Read models that fall behind are believed for two seconds: so nothing that was revoked is good for a second after the answer. */
const revocationWaitMs = 1000;

export function createCommands({ keyring, generation, now, projected, settled }: CommandBasics): Commands {
  const hmac = (...parts: string[]) => keyring.hmac("link key", ...parts);
  let newestMarked: Position = 0n;
  return {
    commandContext: (method, path, context, principal) =>
      createCommandContext(
        {
          sessionId: principal?.sessionId ?? null,
          actor: principal ? { kind: "user", id: principal.userId } : { kind: "anyone", id: "" },
          method,
          path,
          // What a GET asks for stands in its query, which no key covers; it is repeatable as it is.
          idempotencyKey: method === "get" ? null : context.idempotencyKey,
          bodyHash: method !== "get" && context.idempotencyKey ? context.bodyHash : "",
          correlationId: context.requestId,
          ip: context.clientAddress,
          userAgent: context.userAgent,
          now: now(),
        },
        hmac,
      ),
    marked(position) {
      if (position > newestMarked) newestMarked = position;
      const cookie = signMark(
        { generation, position: newestMarked },
        new Date(now().getTime() + markSeconds * 1000),
        hmac,
      );
      return {
        headers: { [positionHeader]: markText({ generation, position }) },
        cookies: [hostCookie(positionCookie, cookie, markSeconds)],
      };
    },
    async revoked(position) {
      await Promise.all([settled(), projected(position, revocationWaitMs)]);
    },
  };
}

/**
 * A log that does not take the append, or a vault that cannot be asked, is 503, never 500; the operator hears why. So is what a newer
 * release wrote: nothing is decided by half of a history, and whoever asks again may come to a process of that release.
 */
export const refusingWithoutStores =
  (reportError: (message: string, error: unknown) => void) =>
  <CommandOrigin extends unknown[], Answer>(ask: (...asked: CommandOrigin) => Promise<Answer>) =>
  async (...asked: CommandOrigin): Promise<Answer | ProblemAnswer> => {
    try {
      return await ask(...asked);
    } catch (error) {
      const trouble = passing.find(([kind]) => error instanceof kind);
      if (!trouble) throw error;
      reportError(trouble[1], error);
      return answerSharedRefusal({ refused: "unavailable" });
    }
  };

const passing = [
  [LogUnavailable, "the log did not take an append"],
  [VaultUnavailable, "the vault could not be asked"],
  [UnreadableEvent, "the log holds what this release cannot read"],
] as const;

/** The same routes; what they do is told as a step when it is done. */
export const toldWhenHandled = (routes: readonly CommandRoute[]): CommandRoute[] =>
  routes.map((declared) => ({
    ...declared,
    async handle(request) {
      const answer = await declared.handle(request);
      tracepoint("command handled", () => `${declared.method} ${declared.path}`);
      return answer;
    },
  }));
