import { networkOf } from "@attestory/http/parsing/client-address.ts";
import { oauthProblem } from "@attestory/http/routing/oauth-error.ts";
import { isProblem, type ProblemAnswer } from "@attestory/http/routing/problem.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import type { LimitClient, LimitedAnswer } from "@attestory/http/security/limit-clients.ts";
import type { ClientParameters } from "@attestory/http/security/presented-client.ts";
import type { z } from "zod";
import type { Application } from "../applications/application-state.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import { type CommandRoute, route } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import type { AuthenticateClient } from "./authenticate-client.ts";
import { exchangeCode } from "./exchange-code.ts";
import { type GivenTokens, giveClientToken } from "./give-tokens.ts";
import { refreshTokens } from "./refresh-tokens.ts";
import { revokeToken } from "./revoke-token.ts";
import { revocationRequest, revoked, tokenRequest, tokenResponse } from "./schema.ts";
import { failedCall, type OAuthDependencies, type ReportCall, type TokenRefusal } from "./token-dependencies.ts";
import { invalidScope } from "./token-refusals.ts";

interface TokenRequest {
  application: Application;
  body: z.output<typeof tokenRequest>;
  commandContext: CommandContext;
}

type Grant = (dependencies: OAuthDependencies, request: TokenRequest) => Promise<GivenTokens | TokenRefusal>;

/** RFC 6749 section 4.4: only an application that can keep a secret acts for itself. All of our scopes belong to users. */
const clientCredentials: Grant = async (dependencies, { application, body, commandContext }) => {
  if (application.kind === "public") {
    return oauthProblem(400, "unauthorized_client", "A public application cannot act for itself");
  }
  if (body.scope !== undefined) return invalidScope("An application that acts for itself has no scopes");
  return giveClientToken(dependencies, application, commandContext);
};

const grants: ReadonlyMap<string, Grant> = new Map<string, Grant>([
  [
    "authorization_code",
    (dependencies, { application, body, commandContext }) => {
      const { code, redirect_uri: redirectUri, code_verifier: verifier } = body;
      return exchangeCode(dependencies, { application, code, redirectUri, verifier }, commandContext);
    },
  ],
  [
    "refresh_token",
    (dependencies, { application, body, commandContext }) => {
      const { refresh_token: refreshToken, scope } = body;
      return refreshTokens(dependencies, { application, refreshToken, scope }, commandContext);
    },
  ],
  ["client_credentials", clientCredentials],
]);

const unsupported = () => oauthProblem(400, "unsupported_grant_type", `Use one of: ${[...grants.keys()].join(", ")}`);

const noCache = { Pragma: "no-cache" };

export interface TokenRouteDependencies extends OAuthDependencies {
  authenticateClient: AuthenticateClient;
  limitClient: LimitClient;
  reportCall: ReportCall;
}

/** The token endpoint (RFC 6749 section 3.2) and the revocation endpoint (RFC 7009). */
export function tokenRoutes(commands: Commands, dependencies: TokenRouteDependencies): CommandRoute[] {
  const { authenticateClient, limitClient, reportCall } = dependencies;

  /** An idempotency key has no effect: a repeated code must not look as if it were used once. */
  const contextOf = (path: string, context: RequestContext) =>
    stepContext(commands.commandContext({ method: "post", path }, context, null));

  /** Answers an application that proves who it is, within its limit. Its events name it as their actor. */
  const answerClient = async <Given extends LimitedAnswer>(
    { path, context, parameters }: { path: string; context: RequestContext; parameters: ClientParameters },
    answer: (application: Application, commandContext: CommandContext) => Promise<Given>,
  ): Promise<Given | ProblemAnswer> => {
    const commandContext = contextOf(path, context);
    const { authorization, clientAddress } = context;
    const network = networkOf(clientAddress) ?? clientAddress;
    const application = await authenticateClient({ authorization, parameters, network, now: commandContext.now });
    if (isProblem(application)) return application;
    const { applicationId: id, kind } = application;
    const asClient: CommandContext = { ...commandContext, actor: { kind: "client", id } };
    return limitClient({ id, kind, network }, () => answer(application, asClient));
  };

  return [
    route({
      method: "post",
      path: "/api/oauth/token",
      summary: "Exchange a code, a refresh token or an application's own credentials for tokens",
      operationId: "exchangeToken",
      description:
        "Gives an application tokens: for a code, for a refresh token, or for itself. Refusals have the form of RFC 6749, as of every call below.",
      access: "anyone",
      forms: true,
      oauth: true,
      anyOrigin: true,
      body: tokenRequest,
      answers: { 200: tokenResponse },
      async handle({ body, context }) {
        const grant = grants.get(body.grant_type);
        if (!grant) return unsupported();
        const call = { path: "/api/oauth/token", context, parameters: body };
        return answerClient(call, async (application, commandContext) => {
          const given = await grant(dependencies, { application, body, commandContext });
          if (!isProblem(given)) return { status: 200, body: given, headers: noCache } as const;
          reportCall(application.applicationId, failedCall(given));
          return given;
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
      forms: true,
      oauth: true,
      anyOrigin: true,
      body: revocationRequest,
      answers: { 200: revoked },
      async handle({ body, context }) {
        const call = { path: "/api/oauth/revoke", context, parameters: body };
        return answerClient(call, async ({ applicationId }, commandContext) => {
          const refusal = await revokeToken(dependencies, { applicationId, token: body.token }, commandContext);
          return refusal ?? ({ status: 200, body: {} } as const);
        });
      },
    }),
  ];
}
