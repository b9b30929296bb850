import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { message } from "@attestory/http/routing/answers.ts";
import { profile } from "../account-settings/schema.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { type CommandRoute, route } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import type { Attempts } from "../sign-in/attempts.ts";
import { type Care, careFor, liftLimits, removeFactors } from "./account-care.ts";
import { answerDecision } from "./answer-decision.ts";
import { answerRefusal } from "./refusals.ts";
import { userParams } from "./schema.ts";

export interface CareDependencies {
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
}

type Outcome = Awaited<ReturnType<typeof liftLimits>> | TooManyAttempts;

/** What admins do for the accounts of others. */
export function careRoutes(
  commands: Commands,
  { log, commandHandler, keyring, attempts, mailLimits }: CareDependencies,
): CommandRoute[] {
  const answer = async (outcome: Outcome, text: string) =>
    isRefused(outcome) ? answerRefusal(outcome) : answerDecision(commands, outcome.position, text);

  const careRoute = (
    declared: DeclaredCare,
    care: (asked: { userId: string; adminId: string }, commandContext: CommandContext) => ReturnType<typeof answer>,
  ): CommandRoute =>
    route({
      ...declared,
      access: "admin",
      params: userParams,
      answers: { 200: message },
      handle({ params, principal, context }) {
        const userId = params.id.toLowerCase();
        const call = { method: declared.method, path: declared.path.replace("{id}", userId) };
        return care({ userId, adminId: principal.userId }, commands.commandContext(call, context, principal));
      },
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
      params: userParams,
      body: profile,
      answers: { 200: message },
      async handle({ params, body, principal, context }) {
        const userId = params.id.toLowerCase();
        const call = { method: "put", path: `/api/admin/users/${userId}` } as const;
        const commandContext = commands.commandContext(call, context, principal);
        const names = { firstName: body.firstName || null, lastName: body.lastName || null };
        const care = { type: "change-profile", ...names } as const;
        return answer(await careFor(commandHandler, { userId, care }, commandContext), "User updated");
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
        return answer(ended, "Sessions ended");
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
        answer(await removeFactors({ commandHandler, log }, userId, commandContext), "Second factors removed"),
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
        return answer(lifted, "Limits lifted");
      },
    ),
    careRoute(
      {
        method: "post",
        path: "/api/admin/users/{id}/force-reset",
        summary: "End the password and every session of an account, and send its owner a link to choose a new password",
        operationId: "forcePasswordReset",
        description:
          "Ends the password and every session of an account, and sends its owner a link that sets a new one. For admins.",
        stepUp: true,
      },
      async (asked, commandContext) => {
        const care = { type: "force-reset", causeId: commandContext.newId("forced reset") } as const;
        const outcome = await emailing(asked, care, commandContext);
        const isSent = isRefused(outcome) || outcome.isActive;
        return answer(outcome, isSent ? "Password reset sent" : "Password ended");
      },
    ),
    careRoute(
      {
        method: "post",
        path: "/api/admin/users/{id}/resend-verification",
        summary: "Send an account that is not verified another link",
        operationId: "resendAccountVerification",
        description: "Sends an account that is not verified another link. For admins.",
      },
      async (asked, commandContext) => {
        const care = { type: "request-verification", now: commandContext.now } as const;
        return answer(await emailing(asked, care, commandContext), "Verification email sent");
      },
    ),
  ];
}
