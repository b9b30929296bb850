import { authorizationStream } from "@attestory/events/envelope.ts";
import { type AuthorizationCommand, type AuthorizationReason, authorization } from "../authorizations/authorization.ts";
import type { Authorization, AuthorizationState, EndReason } from "../authorizations/authorization-state.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { OAuthDependencies } from "./token-dependencies.ts";

/** Failures that end the authorization. */
const endReasons = new Set<string>([
  "code-replayed",
  "code-leaked",
  "code-refused",
  "refresh-token-reused",
  "refresh-token-leaked",
] satisfies EndReason[]);
const isEndReason = (reason: string): reason is EndReason => endReasons.has(reason);

export type SpendingReason = AuthorizationReason | HandlingReason;

/** Use of a code or a refresh token. */
export interface Spending {
  grant: Authorization;
  command: Extract<AuthorizationCommand, { type: "redeem" | "rotate" }>;
}

/** The context of an application's request, which appends only while the grant is alive. */
const underGrant = (commandContext: CommandContext, authorizationId: string): CommandContext => ({
  ...commandContext,
  authority: { kind: "grant", id: authorizationId },
});

type GrantLog = Pick<CommandHandler, "load" | "lastKnown" | "generation">;

const ofGeneration = (state: AuthorizationState, generation: number): Authorization | null =>
  state.status === "issued" && state.generation === generation ? state : null;

/**
 * The grant of a code or a refresh token. Null if there is none in this generation of the log: one of another generation may have been
 * used there, and that is no sign of a leak.
 */
export async function loadGrant(
  { commandHandler: { load, generation } }: { commandHandler: GrantLog },
  authorizationId: string,
): Promise<Authorization | null> {
  return ofGeneration((await load(authorization, authorizationStream(authorizationId))).state, generation);
}

/**
 * As `loadGrant`, but reads only if this process does not know the grant. It may have been used or ended since, which spending it finds out:
 * nothing may follow from that before, but from what it was issued with.
 */
export async function findGrant(
  { commandHandler }: { commandHandler: GrantLog },
  authorizationId: string,
): Promise<Authorization | null> {
  const known = commandHandler.lastKnown(authorization, authorizationStream(authorizationId));
  return (
    (known && ofGeneration(known.state, commandHandler.generation)) ?? loadGrant({ commandHandler }, authorizationId)
  );
}

/** Spends a code or a refresh token in one append. A failure that shows a leak ends the whole authorization before it is answered. */
export async function spendGrant(
  dependencies: OAuthDependencies,
  { grant, command }: Spending,
  commandContext: CommandContext,
): Promise<Refused<SpendingReason> | null> {
  const { authorizationId, userId } = grant;
  const outcome = await dependencies.commandHandler.handle({
    decider: authorization,
    stream: authorizationStream(authorizationId),
    command,
    person: userId,
    commandContext: underGrant(commandContext, authorizationId),
  });
  if (!isRefused(outcome)) return null;
  if (isEndReason(outcome.refused)) await endGrant(dependencies, { grant, reason: outcome.refused }, commandContext);
  return outcome;
}

/** Ends a code and every token that it gave. They are refused everywhere once this resolves. */
export async function endGrant(
  { commandHandler, waitForRevocation }: OAuthDependencies,
  { grant: { authorizationId, userId }, reason }: { grant: Authorization; reason: EndReason },
  commandContext: CommandContext,
): Promise<Refused<SpendingReason> | null> {
  const ended = await commandHandler.handle({
    decider: authorization,
    stream: authorizationStream(authorizationId),
    command: { type: "end", reason },
    person: userId,
    commandContext,
  });
  if (isRefused(ended)) return ended;
  await waitForRevocation(ended.position);
  return null;
}
