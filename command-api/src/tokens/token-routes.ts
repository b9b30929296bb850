import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { oauthProblem } from "@attestory/http/routing/oauth-error.ts";
import { isProblem } from "@attestory/http/routing/problem.ts";
import type { SingleUses } from "@attestory/http/security/single-uses.ts";
import { unknownClient } from "@attestory/http/security/verify-client.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import type { z } from "zod";
import type { Application } from "../applications/application-state.ts";
import type { ClientDocuments } from "../client-documents/client-documents.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import type { Refused } from "../handling/decider.ts";
import { clientCalls } from "./client-calls.ts";
import { exchangeCode } from "./exchange-code.ts";
import { deviceExchange, type ExchangeDevice } from "./exchange-device-code.ts";
import { type GivenTokens, giveClientToken } from "./give-tokens.ts";
import { refreshTokens } from "./refresh-tokens.ts";
import { ofAnotherApplication, revokeToken } from "./revoke-token.ts";
import { revocationRequest, revoked, tokenRequest, tokenResponse } from "./schema.ts";
import { keyCheck, proofRefusals } from "./shown-key.ts";
import type { SpendingReason } from "./spend-grant.ts";
import { failedCall, type OAuthDependencies, type ReportCall, type TokenRefusal } from "./token-dependencies.ts";
import { actsForItself, actsForUsers, isExpected, tokenRefusal, tokenRefusals } from "./token-refusals.ts";
import { ownTarget } from "./token-target.ts";

interface TokenRequest {
  application: Application;
  body: z.output<typeof tokenRequest>;
  commandContext: CommandContext;
  /** Thumbprint of the key that was shown; null for none. */
  jkt: string | null;
}

interface GrantDependencies extends OAuthDependencies {
  exchangeDevice: ExchangeDevice;
}

type Grant = (dependencies: GrantDependencies, request: TokenRequest) => Promise<GivenTokens | TokenRefusal>;

/**
 * RFC 6749 section 4.4: only an application that can keep a secret acts for itself. All of our own scopes belong to users. An admin who allows
 * an address means the sign-in of users: without one, nobody would have allowed what the application may do.
 */
const clientCredentials: Grant = async (dependencies, { application, body, commandContext, jkt }) => {
  if (application.kind === "public") return actsForItself;
  if (application.documentUrl !== null) return actsForUsers;
  const target = await ownTarget(dependencies, { application, resource: body.resource, scope: body.scope });
  return isProblem(target) ? target : giveClientToken(dependencies, { application, target, jkt }, commandContext);
};

const grants: ReadonlyMap<string, Grant> = new Map<string, Grant>([
  [
    "authorization_code",
    (dependencies, { application, body, commandContext, jkt }) => {
      const { code, redirect_uri: redirectUri, code_verifier: verifier, resource } = body;
      const asked = { application, code, redirectUri, verifier, resource, jkt };
      return exchangeCode(dependencies, asked, commandContext);
    },
  ],
  [
    "refresh_token",
    (dependencies, { application, body, commandContext, jkt }) => {
      const { refresh_token: refreshToken, scope, resource } = body;
      return refreshTokens(dependencies, { application, refreshToken, scope, resource, jkt }, commandContext);
    },
  ],
  ["client_credentials", clientCredentials],
  [
    "urn:ietf:params:oauth:grant-type:device_code",
    ({ exchangeDevice }, { application, body, commandContext, jkt }) =>
      exchangeDevice({ application, deviceCode: body.device_code, resource: body.resource, jkt }, commandContext),
  ],
]);

const unsupported = () => oauthProblem(400, "unsupported_grant_type", `Use one of: ${[...grants.keys()].join(", ")}`);

const tokenPath = "/api/oauth/token";
const noCache = { Pragma: "no-cache" };

interface TokenServices extends Pick<OAuthDependencies, "commandHandler" | "signer"> {
  commands: Commands;
  keyring: Pick<Keyring, "hmac">;
  publicUrl: string;
  rateLimiter: RateLimiter;
  singleUses: SingleUses;
  reportCall: ReportCall;
  clientDocuments: ClientDocuments;
}

/** The token endpoint (RFC 6749 section 3.2) and the revocation endpoint (RFC 7009). */
export function tokenRoutes(services: TokenServices): CommandRoute[] {
  const { commands, commandHandler, signer, keyring, publicUrl, rateLimiter, singleUses, reportCall } = services;
  const oauth: OAuthDependencies = {
    commandHandler,
    signer,
    issuer: publicUrl,
    hmac: (...parts) => keyring.hmac("link key", ...parts),
    waitForRevocation: commands.waitForRevocation,
  };
  const checkKey = keyCheck({ issuer: publicUrl, singleUses, hmac: oauth.hmac });
  const dependencies = { ...oauth, exchangeDevice: deviceExchange(oauth, rateLimiter) };
  const answerClient = clientCalls(services, "token");

  /** Shows the refusal to the application's owner. */
  const refusing = ({ applicationId }: Application, refusal: TokenRefusal): TokenRefusal => {
    if (!isExpected(refusal)) reportCall(applicationId, failedCall(refusal));
    return refusal;
  };

  const route = commands.routes(({ refused }: Refused<SpendingReason>) => tokenRefusal(refused));
  return [
    route({
      method: "post",
      path: tokenPath,
      summary: "Exchange a code, a device code, a refresh token or an application's own credentials for tokens",
      operationId: "exchangeToken",
      description:
        "Gives an application tokens: for a code, for a device code, for a refresh token, or for itself. Refusals have the form of RFC 6749, as of every call below.",
      access: "anyone",
      revokes: "in-use-case",
      forms: true,
      oauth: true,
      anyOrigin: true,
      body: tokenRequest,
      answers: { 200: tokenResponse },
      refuses: [...tokenRefusals, ...proofRefusals, unsupported(), unknownClient()],
      async handle({ body, context, commandContext }) {
        const grant = grants.get(body.grant_type);
        if (!grant) return unsupported();
        const call = { context, commandContext, parameters: body, path: "/api/oauth/token" };
        return answerClient(call, async (application, asClient) => {
          const { machineTime } = asClient;
          const shown = await checkKey({ application, context, path: tokenPath, machineTime });
          if (isProblem(shown)) return refusing(application, shown);
          const { jkt, headers } = shown;
          const given = await grant(dependencies, { application, body, commandContext: asClient, jkt });
          if (isProblem(given)) return refusing(application, given);
          return { status: 200, body: given, headers: { ...noCache, ...headers } } as const;
        });
      },
    }),
    route({
      method: "post",
      path: "/api/oauth/revoke",
      summary: "End an access token, or a refresh token with all tokens of its family",
      operationId: "revokeToken",
      description:
        "Ends an access token, or a refresh token with all tokens of its authorization (RFC 7009). An unknown token counts as ended.",
      access: "anyone",
      revokes: "in-use-case",
      forms: true,
      oauth: true,
      anyOrigin: true,
      body: revocationRequest,
      answers: { 200: revoked },
      refuses: [ofAnotherApplication, unknownClient()],
      async handle({ body, context, commandContext }) {
        const call = { context, commandContext, parameters: body, path: "/api/oauth/revoke" };
        return answerClient(call, async ({ applicationId }, asClient) => {
          const refusal = await revokeToken(dependencies, { applicationId, token: body.token }, asClient);
          return refusal ?? ({ status: 200, body: {} } as const);
        });
      },
    }),
  ];
}
