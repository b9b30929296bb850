import { message } from "@attestory/http/routing/answers.ts";
import type { KeyedDigest } from "@attestory/http/security/position-mark.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { among, type Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import type { InitialAccessTokenReason } from "./initial-access-token.ts";
import { makeInitialToken, revokeInitialToken } from "./manage-initial-tokens.ts";
import { answerTokenRefusal } from "./refusals.ts";
import { initialTokenCreation, initialTokenMade, initialTokenParams } from "./schema.ts";

interface InitialTokenServices {
  commands: Commands;
  commandHandler: CommandHandler;
  hmac: KeyedDigest;
}

const defaultDays = 7;

/** The calls of admins, who let applications register themselves. */
export function initialTokenRoutes({ commands, commandHandler, hmac }: InitialTokenServices): CommandRoute[] {
  const dependencies = { commandHandler, hmac };
  const route = commands.routes(answerTokenRefusal);
  return [
    route({
      method: "post",
      path: "/api/admin/initial-access-tokens",
      summary: "Make a token with which applications register themselves. Only this answer has the token",
      operationId: "createInitialAccessToken",
      description:
        "Makes a token with which applications register themselves (RFC 7591). They belong to the admin who made it. Only this answer has the token. For admins.",
      access: "admin",
      stepUp: true,
      revokes: false,
      body: initialTokenCreation,
      answers: { 201: initialTokenMade },
      refuses: among<InitialAccessTokenReason>(),
      async handle({ body: { label, expiresInDays = defaultDays, uses = 1 }, principal, commandContext }) {
        const asked = { adminId: principal.userId, label, expiresInDays, uses };
        const outcome = await makeInitialToken(dependencies, asked, commandContext);
        if (isRefused(outcome)) return outcome;
        const { made, token, position } = outcome;
        const { id, expiresAt } = made;
        const body201 = { id, label, expiresAt: expiresAt.toISOString(), uses: made.uses, token };
        return {
          status: 201,
          body: { initialAccessToken: body201 },
          position,
          headers: { "Cache-Control": "no-store" },
        };
      },
    }),
    route({
      method: "delete",
      path: "/api/admin/initial-access-tokens/{id}",
      summary: "Revoke an initial access token: no application registers with it any more",
      operationId: "revokeInitialAccessToken",
      description:
        "Revokes an initial access token: no application registers with it any more. Those that did stay as they are. For admins.",
      access: "admin",
      stepUp: true,
      revokes: false,
      params: initialTokenParams,
      answers: { 200: message },
      refuses: among<InitialAccessTokenReason>("no-such-initial-token"),
      async handle({ params, principal, commandContext }) {
        const asked = { tokenId: params.id, adminId: principal.userId };
        return answerMessage(await revokeInitialToken(dependencies, asked, commandContext), "Token revoked");
      },
    }),
  ];
}
