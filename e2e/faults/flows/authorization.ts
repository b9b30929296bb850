import { redirectUri } from "../../http/applications.ts";
import { queryOf } from "../../http/authorizations.ts";
import type { Answered } from "../../http/client.ts";
import { basicHeader } from "../../http/token-calls.ts";
import { type Command, command, ofMember, type Visitor } from "../commands.ts";
import type { Flow, Scene } from "../flow.ts";
import { named, type Request } from "../request.ts";
import { developerAccess, registerApplication } from "./developer.ts";

const token = { method: "POST", path: "/api/oauth/token", comesTo: [] } as const;
const revocation = { method: "POST", path: "/api/oauth/revoke", comesTo: [] } as const;

/** An idempotency key has no effect on calls of applications, so none of their events carries a fingerprint. */
const requests = {
  asking: {
    what: "what an application asks",
    method: "GET",
    path: "/api/oauth/authorize",
    comesTo: [],
    appends: ["authorizationRequests AuthorizationRequested"],
  },
  allowing: {
    what: "the consent to an application",
    method: "POST",
    path: "/api/oauth/authorize",
    comesTo: ["AuthorizationAnswered", "ConsentGranted", "AuthorizationCodeIssued"],
  },
  exchange: {
    ...token,
    what: "the exchange of a code",
    appends: ["authorization AuthorizationCodeRedeemed"],
  },
  refresh: {
    ...token,
    what: "the exchange of a refresh token",
    appends: ["authorization RefreshTokenRotated"],
  },
  accessRevocation: {
    ...revocation,
    what: "the end of an access token",
    appends: ["authorization AccessTokenRevoked"],
  },
  familyRevocation: {
    ...revocation,
    what: "the end of a refresh token",
    appends: ["authorization AuthorizationEnded"],
  },
  clientToken: {
    ...token,
    what: "a token of an application that acts for itself",
  },
  failure: {
    ...token,
    what: "a request of an application that is wrong",
    appends: ["clientCalls ClientCallFailed"],
  },
  clientTokenRevocation: {
    ...revocation,
    what: "the end of a token of an application that acts for itself",
    appends: ["clientToken ClientTokenRevoked"],
  },
  disconnection: {
    what: "the end of a consent",
    method: "DELETE",
    path: "/api/user/connected-apps/{id}",
    comesTo: ["ConsentRevoked"],
  },
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

const asking = (visitor: Visitor, client: Client): Command => {
  const query = queryOf({ ...asked(client), response_type: "code", prompt: "consent" });
  return ofMember(visitor, { ...requests.asking, path: `${requests.asking.path}?${query}` });
};

const allowing = (visitor: Visitor, client: Client): Command =>
  ofMember(visitor, { ...requests.allowing, body: asked(client) });

/** A code and a refresh token count once: the repeat of a use that was not answered ends what it gave. */
const isSpent = ({ status, body }: Answered) => status === 400 && body.error === "invalid_grant";

const ofClient = (client: Client) => ({
  asks: (request: Request, form: Record<string, string>, more: Partial<Command> = {}): Command =>
    command({ ...request, ...more, form, headers: { authorization: basicHeader(client) } }),
});

/** The tokens of a user and of the application itself, until each is revoked. */
async function useTokens(client: Client, code: string, { does }: Scene): Promise<void> {
  const { asks } = ofClient(client);
  const spending = { isCarriedOut: isSpent };
  const exchange = { grant_type: "authorization_code", code, redirect_uri: redirectUri };
  const given = (await does(asks(requests.exchange, exchange, spending))).body;
  const refresh = { grant_type: "refresh_token", refresh_token: given.refresh_token };
  const fresh = (await does(asks(requests.refresh, refresh, spending))).body;
  await does(asks(requests.accessRevocation, { token: fresh.access_token }));
  await does(asks(requests.familyRevocation, { token: fresh.refresh_token }));
  const own = (await does(asks(requests.clientToken, { grant_type: "client_credentials" }))).body;
  const wrong = { grant_type: "client_credentials", scope: "openid" };
  await does(asks(requests.failure, wrong, { refusedWith: 400 }));
  await does(asks(requests.clientTokenRevocation, { token: own.access_token }));
}

export const authorization: Flow = {
  requests,
  async run(visitor, scene) {
    const { does } = scene;
    await does(developerAccess(visitor));
    const client: Client = (await does(registerApplication(visitor))).body.application;
    await does(asking(visitor, client));
    const { redirectUrl } = (await does(allowing(visitor, client))).body;
    await useTokens(client, new URL(redirectUrl).searchParams.get("code") ?? "", scene);
    await does(ofMember(visitor, named(requests.disconnection, client.clientId)));
  },
};
