import type { Clock } from "@attestory/event-store/clock.ts";
import { invitationStream, userStream } from "@attestory/events/envelope.ts";
import { isProblem } from "@attestory/http/routing/problem.ts";
import { readLinkToken } from "../accounts/link-token.ts";
import { isPastVerification } from "../accounts/registration-age.ts";
import { user } from "../accounts/user.ts";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { isRefused } from "../handling/decider.ts";
import { type Invitation, invitation } from "../joining/invitation.ts";
import { isMadeByAdmin } from "../joining/join.ts";
import { changeAccess } from "./change-access.ts";
import type { AdminDependencies } from "./grant-admin.ts";

interface InvitedDependencies extends AdminDependencies {
  now: Clock;
}

/** Wraps the calls that may verify a new account's address: the account has the roles of its invitation before the call answers. */
export const givingInvitedRoles = (
  routes: readonly CommandRoute[],
  dependencies: InvitedDependencies,
): CommandRoute[] =>
  routes.map((declared) => {
    const kind = declared.verifies;
    if (!kind) return declared;
    return {
      ...declared,
      async handle(request) {
        const answer = await declared.handle(request);
        // Both schemas of these calls have a token, in the query or in the body.
        const { token } = (request.query ?? request.body) as { token: string };
        const userId = readLinkToken(dependencies.keyring, kind, token)?.userId;
        if (userId && !isProblem(answer)) await giveInvitedRoles(dependencies, userId);
        return answer;
      },
    };
  });

/**
 * Gives a verified account the roles of its invitation, once: what admins have decided about the account since stays. A repeat, such as the
 * link opened again, finishes what was interrupted.
 */
async function giveInvitedRoles({ commandHandler, now }: InvitedDependencies, userId: string): Promise<void> {
  const { state } = await commandHandler.load(user, userStream(userId));
  if (state.status !== "registered" || !state.emailVerified || state.invitationId === null) return;
  // A new password months later finishes nothing: it must not revive an invitation whose admin was none when the address was verified.
  if (state.accessVersion > 0 || isPastVerification(state, now())) return;
  const found = await rolesOf(commandHandler, state.invitationId);
  if (!found) return;
  const { eventId, isAdmin, isDeveloper, isPro } = found;
  const context = systemContext("invitation", now(), eventId);
  const outcome = await changeAccess(commandHandler, { userId, to: { isAdmin, isDeveloper, isPro } }, context);
  if (isRefused(outcome) && outcome.refused === "conflict") throw new Error("other writers came first");
}

/** Null if it gives none: it names none, or was revoked since, or the admin who made it has stopped being one since. */
async function rolesOf(commandHandler: CommandHandler, invitationId: string): Promise<Invitation | null> {
  const { state } = await commandHandler.load(invitation, invitationStream(invitationId));
  if (state.status === "none" || state.isRevoked) return null;
  if (!state.isAdmin && !state.isDeveloper && !state.isPro) return null;
  return (await isMadeByAdmin(commandHandler, state)) ? state : null;
}
