import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { invitationStream, signUpPolicyStream, userStream } from "@attestory/events/envelope.ts";
import { isOfMakersTerm } from "@attestory/events/invitation-validity.ts";
import { readLinkToken } from "../accounts/link-token.ts";
import { user } from "../accounts/user.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { type Invitation, type InvitationReason, invitation } from "./invitation.ts";
import { type PolicyReason, reasonAgainstJoining, signUpPolicy } from "./policy.ts";

export interface JoiningDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
}

export type UseReason = Extract<InvitationReason, "invalid-invitation" | "other-address">;
export type JoinReason = PolicyReason | UseReason;

/** Who wants to join. `token`: of an invitation's link, or null. */
export interface Newcomer {
  userId: string;
  canonical: string;
  token: string | null;
}

/** Newcomers who use one invitation at the same moment decide again one after the other. */
const attempts = 120;

/** The invitation of a token; null if it is none, or if the admin who made it has stopped being one since. */
export async function findInvitation(
  { commandHandler, keyring }: JoiningDependencies,
  token: string,
): Promise<Invitation | null> {
  const link = readLinkToken(keyring, "invitation", token);
  if (!link) return null;
  const { state } = await commandHandler.load(invitation, invitationStream(link.userId));
  if (state.status === "none" || state.eventId !== link.eventId) return null;
  return (await isMadeByAdmin(commandHandler, state)) ? state : null;
}

/** Whether the admin who made it has been one without a break since. An invitation can give roles, so it is worth no more than that. */
export async function isMadeByAdmin(
  commandHandler: CommandHandler,
  { madeBy, adminTerm }: Invitation,
): Promise<boolean> {
  const { state: maker } = await commandHandler.load(user, userStream(madeBy));
  return maker.status === "registered" && isOfMakersTerm({ adminTerm }, maker);
}

/**
 * Whether the newcomer may join, by the log: the policy and revocations hold as soon as they are recorded. Uses nothing up. Looks at no
 * account of the address, so the answer does not reveal one.
 */
export async function checkMayJoin(
  dependencies: JoiningDependencies,
  { userId, canonical, token }: Newcomer,
  { now }: Pick<CommandContext, "now">,
): Promise<{ invitationId: string | null } | Refused<JoinReason>> {
  const { state: policy } = await dependencies.commandHandler.load(signUpPolicy, signUpPolicyStream);
  const refused = reasonAgainstJoining(policy, { canonicalEmail: canonical, isInvited: token !== null });
  if (refused) return { refused };
  if (token === null) return { invitationId: null };
  const found = await findInvitation(dependencies, token);
  if (!found) return { refused: "invalid-invitation" };
  const decision = invitation.decide(found, { type: "use", userId, canonical, now });
  return "refused" in decision ? ofUse(decision) : { invitationId: found.id };
}

/** Uses an invitation up by one, right before the registration of this account. Null if that succeeded. */
export async function useInvitation(
  { commandHandler }: Pick<JoiningDependencies, "commandHandler">,
  { invitationId, userId, canonical }: { invitationId: string; userId: string; canonical: string },
  commandContext: CommandContext,
): Promise<Refused<UseReason | HandlingReason> | null> {
  const outcome = await commandHandler.handle({
    decider: invitation,
    stream: invitationStream(invitationId),
    command: { type: "use", userId, canonical, now: commandContext.now },
    person: null,
    commandContext: stepContext(commandContext),
    attempts,
  });
  if (!isRefused(outcome)) return null;
  const { refused } = outcome;
  return isHandlingReason(refused) ? { refused } : ofUse({ refused });
}

const ofUse = ({ refused }: Refused<InvitationReason>): Refused<UseReason> => ({
  refused: refused === "other-address" ? refused : "invalid-invitation",
});
