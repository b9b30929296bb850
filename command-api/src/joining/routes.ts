import { message } from "@attestory/http/routing/answers.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { among, type Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import type { InvitationReason } from "./invitation.ts";
import { type InviteDependencies, type MadeInvitation, makeInvitation, revokeInvitation } from "./invite.ts";
import { answerRefusal } from "./refusals.ts";
import { invitationCreation, invitationMade, invitationParams, signUpPolicySetting } from "./schema.ts";
import { setPolicy } from "./set-policy.ts";

interface JoiningServices extends InviteDependencies {
  commands: Commands;
  /** The mail server that takes the email of an invitation; null if there is none. */
  smtp: object | null;
}

const defaultDays = 7;

export function joiningRoutes(services: JoiningServices): CommandRoute[] {
  const { commandHandler, smtp } = services;
  const route = services.commands.routes(answerRefusal);
  return [
    route({
      method: "put",
      path: "/api/admin/sign-up-policy",
      summary: "Say who may join: anyone, addresses of some domains, people with an invitation, or nobody",
      operationId: "setSignUpPolicy",
      description: "Says who may join. Holds for every registration after the answer. For admins.",
      access: "admin",
      stepUp: true,
      revokes: false,
      body: signUpPolicySetting,
      answers: { 200: message },
      refuses: ["invalid-domain", "no-domains"],
      async handle({ body: { mode, domains = [] }, principal, commandContext }) {
        const asked = { adminId: principal.userId, mode, domains };
        return answerMessage(await setPolicy(commandHandler, asked, commandContext), "Sign-up policy updated");
      },
    }),
    route({
      method: "post",
      path: "/api/admin/invitations",
      summary: "Make a link with which others may join. Only this answer has the link",
      operationId: "createInvitation",
      description:
        "Makes a link with which others may join. Only this answer has the link. With email, only that address may join, and gets the link. For admins.",
      access: "admin",
      stepUp: true,
      revokes: false,
      body: invitationCreation,
      answers: { 201: invitationMade },
      refuses: among<InvitationReason | "invalid-email" | "one-use">("invalid-email", "one-use"),
      async handle({ body, principal, commandContext }) {
        const { expiresInDays = defaultDays, uses = 1, email = null } = body;
        const { isAdmin = false, isDeveloper = false, isPro = false } = body;
        const asked = { adminId: principal.userId, expiresInDays, uses, email, isAdmin, isDeveloper, isPro };
        const outcome = await makeInvitation(services, asked, commandContext);
        if (isRefused(outcome)) return outcome;
        return {
          status: 201,
          body: { invitation: answerInvitation(outcome, smtp !== null) },
          position: outcome.position,
        };
      },
    }),
    route({
      method: "delete",
      path: "/api/admin/invitations/{id}",
      summary: "Revoke an invitation: nobody can join with it any more",
      operationId: "revokeInvitation",
      description: "Revokes an invitation: nobody can join with it any more. For admins.",
      access: "admin",
      stepUp: true,
      revokes: false,
      params: invitationParams,
      answers: { 200: message },
      refuses: among<InvitationReason>("no-such-invitation"),
      async handle({ params, principal, commandContext }) {
        const asked = { invitationId: params.id, adminId: principal.userId };
        return answerMessage(await revokeInvitation(services, asked, commandContext), "Invitation revoked");
      },
    }),
  ];
}

const answerInvitation = ({ invitation, url, qrCode }: MadeInvitation, sendsEmails: boolean) => ({
  id: invitation.id,
  expiresAt: invitation.expiresAt.toISOString(),
  uses: invitation.uses,
  isAdmin: invitation.isAdmin,
  isDeveloper: invitation.isDeveloper,
  isPro: invitation.isPro,
  email: invitation.email,
  isEmailed: sendsEmails && invitation.isAddressed,
  url,
  qrCode,
});
