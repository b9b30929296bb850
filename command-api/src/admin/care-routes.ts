import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { message } from "@attestory/http/routing/answers.ts";
import { profile } from "../account-settings/schema.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { among, type Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import type { Attempts } from "../sign-in/attempts.ts";
import { type Care, type CareReason, careFor, liftLimits, removeFactors } from "./account-care.ts";
import { answerRefusal } from "./refusals.ts";
import { userParams } from "./schema.ts";

export interface CareServices {
  commands: Commands;
  log: EventLog;
  commandHandler: CommandHandler;
  keyring: Keyring;
  attempts: Pick<Attempts, "lift">;
  mailLimits: Pick<MailLimits, "ofCare">;
}

/** A call that names an account, and nothing else. */
interface DeclaredCare {
  method: "post" | "delete";
  path: `/api/admin/users/{id}/${string}`;
  summary: string;
  operationId: string;
  description: string;
  stepUp?: true;
  refuses?: readonly CareReason[];
}

type Outcome = Awaited<ReturnType<typeof liftLimits>> | TooManyAttempts;
type Answer = ReturnType<typeof answerMessage<Outcome>>;

/**
 * What admins do for the accounts of others. Every answer waits as for a revocation, also where nothing ends: the admin sees what they did
 * wherever they look next.
 */
export function careRoutes({
  commands,
  log,
  commandHandler,
  keyring,
  attempts,
  mailLimits,
}: CareServices): CommandRoute[] {
  const route = commands.routes(answerRefusal);

  const careRoute = (
    declared: DeclaredCare,
    care: (asked: { userId: string; adminId: string }, commandContext: CommandContext) => Promise<Answer>,
  ): CommandRoute =>
    route({
      ...declared,
      access: "admin",
      revokes: true,
      params: userParams,
      answers: { 200: message },
      refuses: among<CareReason>(...(declared.refuses ?? []), "no-such-account"),
      handle: ({ params, principal, commandContext }) =>
        care({ userId: params.id, adminId: principal.userId }, commandContext),
    });

  /** With an email to the account. */
  const emailing = (asked: { userId: string; adminId: string }, care: Care, commandContext: CommandContext) =>
    mailLimits.ofCare(asked, () => careFor(commandHandler, { userId: asked.userId, care }, commandContext));

  return [
    route({
      method: "put",
      path: "/api/admin/users/{id}",
      summary: "Change the name of an account",
      operationId: "changeAccountName",
      description: "Changes the name of an account. For admins.",
      access: "admin",
      stepUp: true,
      revokes: true,
      params: userParams,
      body: profile,
      answers: { 200: message },
      refuses: among<CareReason>("no-such-account"),
      async handle({ params, body, commandContext }) {
        const names = { firstName: body.firstName || null, lastName: body.lastName || null };
        const care = { type: "change-profile", ...names } as const;
        return answerMessage(
          await careFor(commandHandler, { userId: params.id, care }, commandContext),
          "User updated",
        );
      },
    }),
    careRoute(
      {
        method: "delete",
        path: "/api/admin/users/{id}/sessions",
        summary: "End every session of an account",
        operationId: "endAccountSessions",
        description: "Ends every session of an account. For admins.",
      },
      async ({ userId }, commandContext) => {
        const ended = await careFor(commandHandler, { userId, care: { type: "end-all-sessions" } }, commandContext);
        return answerMessage(ended, "Sessions ended");
      },
    ),
    careRoute(
      {
        method: "delete",
        path: "/api/admin/users/{id}/second-factors",
        summary:
          "Remove the authenticator app, recovery codes, hardware keys and passkeys of an account, and end its sessions",
        operationId: "removeAccountSecondFactors",
        description:
          "Removes the authenticator app, recovery codes, hardware keys and passkeys of an account, and ends its sessions. For admins.",
        stepUp: true,
      },
      async ({ userId }, commandContext) =>
        answerMessage(await removeFactors({ commandHandler, log }, userId, commandContext), "Second factors removed"),
    ),
    careRoute(
      {
        method: "post",
        path: "/api/admin/users/{id}/lift-limits",
        summary: "End the waits of an account after wrong passwords and wrong codes",
        operationId: "liftAccountLimits",
        description: "Ends the waits of an account after wrong passwords and wrong codes. For admins.",
        stepUp: true,
      },
      async ({ userId }, commandContext) => {
        const lifted = await liftLimits({ commandHandler, keyring, attempts }, userId, commandContext);
        return answerMessage(lifted, "Limits lifted");
      },
    ),
    careRoute(
      {
        method: "post",
        path: "/api/admin/users/{id}/force-reset",
        summary: "End the password and every session of an account, and send its owner a link to choose a new password",
        operationId: "forcePasswordReset",
        refuses: ["unverified"],
        description:
          "Ends the password and every session of an account, and sends its owner a link that sets a new one. For admins.",
        stepUp: true,
      },
      async (asked, commandContext) => {
        const care = { type: "force-reset", causeId: commandContext.newId("forced reset") } as const;
        const outcome = await emailing(asked, care, commandContext);
        const isSent = isRefused(outcome) || outcome.isActive;
        return answerMessage(outcome, isSent ? "Password reset sent" : "Password ended");
      },
    ),
    careRoute(
      {
        method: "post",
        path: "/api/admin/users/{id}/resend-verification",
        summary: "Send an account that is not verified another link",
        operationId: "resendAccountVerification",
        refuses: ["already-verified"],
        description: "Sends an account that is not verified another link. For admins.",
      },
      async (asked, commandContext) => {
        const care = { type: "request-verification", now: commandContext.now } as const;
        return answerMessage(await emailing(asked, care, commandContext), "Verification email sent");
      },
    ),
  ];
}
