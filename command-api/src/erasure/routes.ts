import { message } from "@attestory/http/routing/answers.ts";
import { readErasureTicket, readErasureToken } from "../accounts/erasure-ticket.ts";
import { userParams } from "../admin/schema.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { among, type Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import { endedSessionCookie } from "../sessions/session-cookie.ts";
import { eraseAccount } from "./erase-account.ts";
import type { ErasingDependencies } from "./finish-erasure.ts";
import { answerRefusal, type ErasureRefusalReason } from "./refusals.ts";
import { cancelErasure, requestErasure } from "./request-erasure.ts";
import { adminErasure, endedGrace, keptAccount, requestedErasure } from "./schema.ts";
import { haveWaysInChanged } from "./ways-in-changed.ts";

export interface ErasureServices extends ErasingDependencies {
  commands: Commands;
}

const kept = "Your account is kept. Sign in as before.";
const erased = "Your account is deleted, and your data can no longer be read.";
const reasons = (...declared: ErasureRefusalReason[]) => among<ErasureRefusalReason>(...declared);

/** The deletion of an account: asked for, taken back, done early, and done by an admin. */
export const erasureRoutes = (services: ErasureServices): CommandRoute[] => {
  const { keyring, commandHandler } = services;
  const route = services.commands.routes(answerRefusal);
  return [
    route({
      method: "delete",
      path: "/api/user",
      summary: "Ask for the deletion of your account; it is shut at once, and erased after 14 days",
      operationId: "deleteAccount",
      description:
        "Shuts your account: every session, token and API key ends, and nobody signs in. After 14 days, your data is erased for good. Until then, `keepToken`, the link of an email, or a sign-in keeps the account. Admins give their role back first.",
      access: "user",
      stepUp: true,
      revokes: true,
      countsAs: "ending",
      answers: { 200: requestedErasure },
      refuses: reasons("is-admin"),
      async handle({ principal, commandContext }) {
        const asked = { userId: principal.userId, by: principal };
        const outcome = await requestErasure({ commandHandler, keyring }, asked, commandContext);
        if (isRefused(outcome)) return outcome;
        const { position, erasesAt, keepToken } = outcome;
        const body = { message: "Your account is shut. It will be deleted in 14 days.", erasesAt, keepToken };
        return { status: 200, body, position, cookies: [endedSessionCookie()] };
      },
    }),
    route({
      method: "post",
      path: "/api/user/erasure/cancel",
      summary: "Keep an account that is to be deleted",
      operationId: "keepAccount",
      description:
        "Opens an account again that its owner wanted to delete. Sessions, tokens and API keys that ended stay ended.",
      access: "anyone",
      revokes: false,
      body: keptAccount,
      answers: { 200: message },
      refuses: reasons("no-erasure"),
      async handle({ body: { token }, commandContext }) {
        const request = readErasureToken(keyring, token, commandContext.now);
        if (!request) return { refused: "no-erasure" };
        return answerMessage(await cancelErasure({ commandHandler }, request, commandContext), kept);
      },
    }),
    route({
      method: "post",
      path: "/api/user/erasure/now",
      summary: "Delete an account now that is to be deleted",
      operationId: "deleteAccountNow",
      description:
        "Ends the 14 days, after another sign-in: the data is erased for good before the call answers. Not within 72 hours of a change of the address, the password, a passkey or a second factor, which may be someone else's.",
      access: "anyone",
      revokes: true,
      body: endedGrace,
      answers: { 200: message },
      refuses: reasons("no-erasure", "is-admin", "address-changed-lately", "ways-in-changed-lately"),
      async handle({ body, commandContext }) {
        const request = readErasureTicket(keyring, body.erasureTicket, commandContext.now);
        if (!request) return { refused: "no-erasure" };
        if (await haveWaysInChanged(services.log, request.userId, commandContext.now)) {
          return { refused: "ways-in-changed-lately" };
        }
        const erasing = { ...request, reason: "own", isEarly: true } as const;
        return answerMessage(await eraseAccount(services, erasing, commandContext), erased);
      },
    }),
    route({
      method: "delete",
      path: "/api/admin/users/{id}",
      summary: "Erase an account for good, before the call answers",
      operationId: "eraseAccount",
      description:
        "Erases an account: its key is destroyed, so that nobody can read its data in the log any more. Backups with keys from before have a copy until you delete them. Its applications are deleted. There is no grace, and no way back. Its owner is sent a receipt. For admins.",
      access: "admin",
      stepUp: true,
      revokes: true,
      params: userParams,
      query: adminErasure,
      answers: { 200: message },
      refuses: reasons("no-such-account", "is-admin", "own-account"),
      async handle({ params: { id: userId }, query: { reason }, principal, commandContext }) {
        if (userId === principal.userId) return { refused: "own-account" };
        const erasing = { userId, reason };
        return answerMessage(await eraseAccount(services, erasing, commandContext), "Account erased");
      },
    }),
  ];
};
