import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { message, profile, userParams } from "../api-schema.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { type CommandRoute, type Commands, route } from "../handling/command-route.ts";
import { isRefused } from "../handling/decider.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { type Attempts, accountKey } from "../sign-in/attempts.ts";
import { type Care, careFor, liftLimits, removeFactors } from "./account-care.ts";
import { answerDecision } from "./answer-decision.ts";
import { answerRefusal } from "./refusals.ts";

export interface CareDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  attempts: Pick<Attempts, "lift">;
  mailLimits: Pick<MailLimits, "ofCare">;
}

/** What admins do for the accounts of others. */
export function careRoutes(
  commands: Commands,
  { commandHandler, keyring, attempts, mailLimits }: CareDependencies,
): CommandRoute[] {
  const answer = async (outcome: Awaited<ReturnType<typeof liftLimits>> | TooManyAttempts, text: string) =>
    isRefused(outcome) ? answerRefusal(outcome) : answerDecision(commands, outcome.position, text);
  const care = async (userId: string, asked: { care: Care; text: string }, commandContext: CommandContext) =>
    answer(await careFor(commandHandler, { userId, care: asked.care }, commandContext), asked.text);

  /** With an email to the account. */
  const emailing = (adminId: string, asked: { userId: string; care: Care }, commandContext: CommandContext) =>
    mailLimits.ofCare({ adminId, userId: asked.userId }, () => careFor(commandHandler, asked, commandContext));

  return [
    route({
      method: "put",
      path: "/api/admin/users/{id}",
      summary: "Change the name of an account",
      access: "admin",
      stepUp: true,
      params: userParams,
      body: profile,
      answers: { 200: message },
      handle({ params, body, principal, context }) {
        const userId = params.id.toLowerCase();
        const call = { method: "put", path: `/api/admin/users/${userId}` } as const;
        const names = { firstName: body.firstName || null, lastName: body.lastName || null };
        const asked = { care: { type: "change-profile", ...names }, text: "User updated" } as const;
        return care(userId, asked, commands.commandContext(call, context, principal));
      },
    }),
    route({
      method: "delete",
      path: "/api/admin/users/{id}/sessions",
      summary: "End every session of an account",
      access: "admin",
      params: userParams,
      answers: { 200: message },
      handle({ params, principal, context }) {
        const userId = params.id.toLowerCase();
        const call = { method: "delete", path: `/api/admin/users/${userId}/sessions` } as const;
        const asked = { care: { type: "end-all-sessions" }, text: "Sessions ended" } as const;
        return care(userId, asked, commands.commandContext(call, context, principal));
      },
    }),
    route({
      method: "delete",
      path: "/api/admin/users/{id}/second-factors",
      summary:
        "Remove the authenticator app, recovery codes, hardware keys and passkeys of an account, and end its sessions",
      access: "admin",
      stepUp: true,
      params: userParams,
      answers: { 200: message },
      async handle({ params, principal, context }) {
        const userId = params.id.toLowerCase();
        const call = { method: "delete", path: `/api/admin/users/${userId}/second-factors` } as const;
        const commandContext = commands.commandContext(call, context, principal);
        return answer(await removeFactors(commandHandler, userId, commandContext), "Second factors removed");
      },
    }),
    route({
      method: "post",
      path: "/api/admin/users/{id}/lift-limits",
      summary: "End the wait of an account after wrong passwords",
      access: "admin",
      stepUp: true,
      params: userParams,
      answers: { 200: message },
      async handle({ params, principal, context }) {
        const userId = params.id.toLowerCase();
        const call = { method: "post", path: `/api/admin/users/${userId}/lift-limits` } as const;
        const commandContext = commands.commandContext(call, context, principal);
        const parts = { commandHandler, attempts, accountKey: (email: string) => accountKey(keyring, email) };
        return answer(await liftLimits(parts, userId, commandContext), "Limits lifted");
      },
    }),
    route({
      method: "post",
      path: "/api/admin/users/{id}/force-reset",
      summary: "End the password and every session of an account, and send its owner a link to choose a new password",
      access: "admin",
      stepUp: true,
      params: userParams,
      answers: { 200: message },
      async handle({ params, principal, context }) {
        const userId = params.id.toLowerCase();
        const call = { method: "post", path: `/api/admin/users/${userId}/force-reset` } as const;
        const commandContext = commands.commandContext(call, context, principal);
        const causeId = commandContext.newId("forced reset");
        const asked = { userId, care: { type: "force-reset", causeId } } as const;
        const outcome = await emailing(principal.userId, asked, commandContext);
        const isSent = isRefused(outcome) || outcome.isActive;
        return answer(outcome, isSent ? "Password reset sent" : "Password ended");
      },
    }),
    route({
      method: "post",
      path: "/api/admin/users/{id}/resend-verification",
      summary: "Send an account that is not verified another link",
      access: "admin",
      params: userParams,
      answers: { 200: message },
      async handle({ params, principal, context }) {
        const userId = params.id.toLowerCase();
        const call = { method: "post", path: `/api/admin/users/${userId}/resend-verification` } as const;
        const commandContext = commands.commandContext(call, context, principal);
        const asked = { userId, care: { type: "request-verification", now: commandContext.now } } as const;
        return answer(await emailing(principal.userId, asked, commandContext), "Verification email sent");
      },
    }),
  ];
}
