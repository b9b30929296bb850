import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { VaultUnavailable } from "@attestory/event-store/vault/vault.ts";
import { UnreadableEvent } from "@attestory/events/catalogue.ts";
import { refuseErrors } from "@attestory/http/routing/refuse-errors.ts";
import { type Route, routeFor } from "@attestory/http/routing/route.ts";
import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import { answerSharedRefusal } from "./answer-refusal.ts";
import type { CommandPrincipal } from "./command-principal.ts";

export const route = routeFor<CommandPrincipal>();

/**
 * Whether a call ends what queries and applications accept: a session, a token, a consent, an API key or a role. Its answer then waits until
 * that holds everywhere. `sometimes`: the answer says whether it did. `in-use-case`: the use case waits.
 */
export type Revokes = boolean | "sometimes" | "in-use-case";

/** What the declaration of a call says to what wraps all calls. */
export interface CommandTraits {
  /**
   * How the call counts against the limits of an account, if not as a write. `ending`: it ends sessions, which a person must always be able to
   * do, also while someone else uses up the account's writes. `nothing`: it ends the session that asks, so it cannot be repeated.
   */
  readonly countsAs?: "ending" | "nothing" | undefined;
  /** The kind of the call's token, if it may verify the address of a new account. */
  readonly verifies?: "verify-email" | "reset-password" | undefined;
}

export interface CommandRoute extends Route<CommandPrincipal>, CommandTraits {
  /** Undefined: nobody has said. */
  readonly revokes?: Revokes;
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

/**
 * Wraps the routes whose principals may be out of date: if no append has proven the principal, it is admitted again before the answer. So a
 * refusal, or that there was nothing to do, is told to nobody who was signed out.
 */
export const provingPrincipals = (routes: readonly CommandRoute[]): CommandRoute[] =>
  routes.map((declared) => ({
    ...declared,
    async handle(request) {
      const answer = await declared.handle(request);
      const isProven = request.principal?.kind !== "session" || request.principal.proof?.isGiven !== false;
      return (isProven ? null : await request.readmit()) ?? answer;
    },
  }));

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
