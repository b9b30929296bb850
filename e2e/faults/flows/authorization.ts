import { redirectUri } from "../../http/applications.ts";
import { queryOf } from "../../http/authorizations.ts";
import type { Answered } from "../../http/client.ts";
import { basicHeader } from "../../http/token-calls.ts";
import { type Command, command, ofMember, type PlainRequest } from "../commands.ts";
import type { Flow, Scene } from "../flow.ts";
import { named, type Request } from "../request.ts";
import { developerAccess, registerApplication } from "./developer.ts";

const token = { call: "POST /api/oauth/token", comesTo: [] } as const;
const revocation = { call: "POST /api/oauth/revoke", comesTo: [] } as const;

/** A code and a refresh token count once: the repeat of a use that was not answered ends what it gave. */
const isSpent = ({ status, body }: Answered) => status === 400 && body.error === "invalid_grant";

/** An idempotency key has no effect on calls of applications, so none of their events carries a fingerprint. */
const requests = {
  pushing: { call: "POST /api/oauth/par", comesTo: [] },
  asking: {
    call: "GET /api/oauth/authorize",
    comesTo: [],
    appends: ["authorizationRequests AuthorizationRequested"],
  },
  allowing: {
    call: "POST /api/oauth/authorize",
    comesTo: ["PushedRequestUsed", "AuthorizationAnswered", "ConsentGranted", "AuthorizationCodeIssued"],
  },
  exchange: { ...token, appends: ["authorization AuthorizationCodeRedeemed"], isCarriedOut: isSpent },
  refresh: { ...token, appends: ["authorization RefreshTokenRotated"], isCarriedOut: isSpent },
  accessRevocation: { ...revocation, appends: ["authorization AccessTokenRevoked"] },
  familyRevocation: { ...revocation, appends: ["authorization AuthorizationEnded"] },
  clientToken: token,
  failure: { ...token, appends: ["clientCalls ClientCallFailed"], refusedWith: 400 },
  clientTokenRevocation: { ...revocation, appends: ["clientToken ClientTokenRevoked"] },
  disconnection: { call: "DELETE /api/user/connected-apps/{id}", comesTo: ["ConsentRevoked"] },
} as const satisfies Record<string, Request>;

interface Client {
  clientId: string;
  clientSecret: string;
}

const asked = ({ clientId }: Client) => ({
  client_id: clientId,
  redirect_uri: redirectUri,
  scope: "openid profile offline_access",
  state: "a state",
});

const ofClient = (client: Client) => ({
  asks: (request: PlainRequest, form: Record<string, string>): Command =>
    command(request, { form, headers: { authorization: basicHeader(client) } }),
});

/** The tokens of a user and of the application itself, until each is revoked. */
async function useTokens(client: Client, code: string, { does }: Scene): Promise<void> {
  const { asks } = ofClient(client);
  const exchange = { grant_type: "authorization_code", code, redirect_uri: redirectUri };
  const given = (await does(asks(requests.exchange, exchange))).body;
  const refresh = { grant_type: "refresh_token", refresh_token: given.refresh_token };
  const fresh = (await does(asks(requests.refresh, refresh))).body;
  await does(asks(requests.accessRevocation, { token: fresh.access_token }));
  await does(asks(requests.familyRevocation, { token: fresh.refresh_token }));
  const own = (await does(asks(requests.clientToken, { grant_type: "client_credentials" }))).body;
  const wrong = { grant_type: "client_credentials", scope: "openid" };
  await does(asks(requests.failure, wrong));
  await does(asks(requests.clientTokenRevocation, { token: own.access_token }));
}

export const authorization: Flow = {
  requests,
  async run(visitor, scene) {
    const { does } = scene;
    await does(developerAccess(visitor));
    const client: Client = (await does(registerApplication(visitor))).body.application;
    const sent = { ...asked(client), response_type: "code", prompt: "consent" };
    const { request_uri } = (await does(ofClient(client).asks(requests.pushing, sent))).body;
    const query = queryOf({ client_id: client.clientId, request_uri });
    await does(ofMember(visitor, { ...requests.asking, call: `${requests.asking.call}?${query}` }));
    const { redirectUrl } = (await does(ofMember(visitor, requests.allowing, { body: asked(client) }))).body;
    await useTokens(client, new URL(redirectUrl).searchParams.get("code") ?? "", scene);
    await does(ofMember(visitor, named(requests.disconnection, client.clientId)));
  },
};
