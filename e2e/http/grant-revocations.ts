import { givenAdmin } from "./admin-revocations.ts";
import { givenApiKey } from "./api-key-calls.ts";
import { sampleKeys } from "./application-keys.ts";
import { redirectUri, registerApplication } from "./applications.ts";
import { call, givenSignedInUser } from "./client.ts";
import { exchange, givenCode, givenParties, givenTokens, newVerifier, refresh } from "./grants.ts";
import type { Admin } from "./joining-calls.ts";
import { givenInitialToken, manageClient, registerClient } from "./registration-calls.ts";
import type { Revocation } from "./revocation.ts";
import { askToken, postForm } from "./token-calls.ts";

const offline = { scope: "openid offline_access" };

const givenClient = async (product: Parameters<Revocation["prepare"]>[0], by?: Admin) => {
  const token = await givenInitialToken(product.url, by ?? (await givenAdmin(product)));
  return registerClient(product.url, token, { redirect_uris: [redirectUri] });
};

/** What users do about applications and programs, and what applications do about their tokens. */
export const grantRevocations: readonly Revocation[] = [
  {
    route: "DELETE /api/developer/api-keys/{id}",
    what: "the end of an API key",
    async prepare(product) {
      const owner = await givenSignedInUser(product.url);
      const { id } = await givenApiKey(product, owner);
      return () => call(product.url, `DELETE /api/developer/api-keys/${id}`, { token: owner.token });
    },
  },
  {
    route: "DELETE /api/user/connected-apps/{id}",
    what: "the end of a consent",
    async prepare({ url }) {
      const parties = await givenParties(url);
      await givenTokens(parties);
      const request = `DELETE /api/user/connected-apps/${parties.application.id}`;
      return () => call(url, request, { token: parties.user.token });
    },
  },
  {
    route: "POST /api/developer/applications/{id}/rotate-secret",
    what: "a new client secret",
    async prepare({ url }) {
      const { id, developer } = await registerApplication(url);
      const request = `POST /api/developer/applications/${id}/rotate-secret`;
      return () => call(url, request, { token: developer.token });
    },
  },
  {
    route: "PUT /api/developer/applications/{id}",
    what: "a change of how an application proves who it is",
    async prepare({ url }) {
      const { id, developer, name, redirectUris } = await registerApplication(url);
      const body = { name, redirectUris, tokenEndpointAuthMethod: "private_key_jwt", jwks: sampleKeys };
      return () => call(url, `PUT /api/developer/applications/${id}`, { token: developer.token, body });
    },
  },
  {
    route: "PUT /api/oauth/register/{client_id}",
    what: "a change of its registration by an application",
    async prepare(product) {
      const { body: client } = await givenClient(product);
      const said = { client_id: client.client_id, redirect_uris: [redirectUri], client_name: "Another" };
      return () => manageClient("PUT", product.url, { body: client, said });
    },
  },
  {
    route: "DELETE /api/oauth/register/{client_id}",
    what: "the end of an application by itself",
    status: 204,
    async prepare(product) {
      const client = await givenClient(product);
      return () => manageClient("DELETE", product.url, client);
    },
  },
  {
    route: "DELETE /api/developer/applications/{id}/registration-access",
    what: "the end of a registration access token",
    async prepare(product) {
      const admin = await givenAdmin(product);
      const { body: client } = await givenClient(product, admin);
      const request = `DELETE /api/developer/applications/${client.client_id}/registration-access`;
      return () => call(product.url, request, { token: admin.token });
    },
  },
  {
    route: "DELETE /api/developer/applications/{id}",
    what: "the end of an application",
    async prepare({ url }) {
      const { id, developer } = await registerApplication(url);
      return () => call(url, `DELETE /api/developer/applications/${id}`, { token: developer.token });
    },
  },
  {
    route: "POST /api/oauth/revoke",
    what: "the end of a refresh token",
    async prepare({ url }) {
      const parties = await givenParties(url);
      const { refresh_token: token } = await givenTokens(parties, offline);
      return () => postForm(`${url}/api/oauth/revoke`, { token }, { basic: parties.application });
    },
  },
  {
    route: "POST /api/oauth/revoke",
    what: "the end of an access token",
    async prepare({ url }) {
      const parties = await givenParties(url);
      const { access_token: token } = await givenTokens(parties);
      return () => postForm(`${url}/api/oauth/revoke`, { token }, { basic: parties.application });
    },
  },
  {
    route: "POST /api/oauth/revoke",
    what: "the end of an application's own access token",
    async prepare({ url }) {
      const application = await registerApplication(url);
      const { body } = await askToken(url, { grant_type: "client_credentials" }, { basic: application });
      return () => postForm(`${url}/api/oauth/revoke`, { token: body.access_token }, { basic: application });
    },
  },
  {
    route: "POST /api/oauth/token",
    what: "the second use of a code",
    status: 400,
    async prepare({ url }) {
      const parties = await givenParties(url);
      const verifier = newVerifier();
      const sent = { code: await givenCode(parties, { verifier }), code_verifier: verifier };
      await exchange(parties, sent);
      return () => exchange(parties, sent);
    },
  },
  {
    route: "POST /api/oauth/token",
    what: "the second use of a refresh token",
    status: 400,
    async prepare({ url }) {
      const parties = await givenParties(url);
      const tokens = await givenTokens(parties, offline);
      await refresh(parties, tokens);
      return () => refresh(parties, tokens);
    },
  },
];
