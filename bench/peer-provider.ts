import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { type Adapter, type AdapterPayload } from "oidc-provider";
import { samplePeer } from "./oauth-peer.ts";

/**
 * `oidc-provider` with one client and one user, on `PORT`. `POST /codes/{n}` makes authorization codes as a finished sign-in does, and
 * answers them as JSON.
 */

/** Everything in memory, without a limit: the library's own store holds a thousand entries. */
class MemoryStore implements Adapter {
  static readonly #stored = new Map<string, AdapterPayload>();
  static readonly #ofGrant = new Map<string, string[]>();
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  #key(id: string): string {
    return `${this.#name}:${id}`;
  }

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    const key = this.#key(id);
    MemoryStore.#stored.set(key, payload);
    if (!payload.grantId) return;
    const members = MemoryStore.#ofGrant.get(payload.grantId) ?? [];
    MemoryStore.#ofGrant.set(payload.grantId, [...members, key]);
  }

  async find(id: string) {
    return MemoryStore.#stored.get(this.#key(id));
  }

  async findByUserCode() {
    return undefined;
  }

  async findByUid() {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const found = MemoryStore.#stored.get(this.#key(id));
    if (found) found.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    MemoryStore.#stored.delete(this.#key(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const key of MemoryStore.#ofGrant.get(grantId) ?? []) MemoryStore.#stored.delete(key);
    MemoryStore.#ofGrant.delete(grantId);
  }
}

const { clientId, clientSecret, redirectUri, scope, user, resource } = samplePeer;
const port = Number(process.env.PORT);
const signingKey = async (alg: "RS256" | "ES256") => {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), use: "sig", alg };
};

const provider = new Provider(`http://localhost:${port}`, {
  adapter: MemoryStore,
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [redirectUri],
      response_types: ["code"],
      grant_types: ["authorization_code", "refresh_token", "client_credentials"],
    },
  ],
  jwks: { keys: [await signingKey("RS256"), await signingKey("ES256")] },
  cookies: { keys: [randomBytes(16).toString("hex")] },
  scopes: ["openid", "profile", "email", "offline_access"],
  claims: {
    openid: ["sub"],
    profile: ["name", "given_name", "family_name", "preferred_username", "updated_at"],
    email: ["email", "email_verified"],
  },
  features: {
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({
        scope: "",
        audience: resource,
        accessTokenFormat: "jwt",
        jwt: { sign: { alg: "ES256" } },
      }),
    },
    devInteractions: { enabled: false },
  },
  pkce: { required: () => false },
  findAccount: async (_, accountId) => ({ accountId, claims: async () => ({ sub: accountId, ...user }) }),
});

async function newCode(): Promise<string> {
  const client = await provider.Client.find(clientId);
  if (!client) throw new Error("the client is not registered");
  const grant = new provider.Grant({ accountId: "juniper", clientId });
  grant.addOIDCScope(scope);
  const grantId = await grant.save();
  const code = new provider.AuthorizationCode({
    accountId: "juniper",
    client,
    grantId,
    redirectUri,
    scope,
    authTime: Math.floor(Date.now() / 1000),
    gty: "authorization_code",
    expiresWithSession: false,
  });
  return code.save();
}

const answer = provider.callback();
createServer((request, response) => {
  const [, count] = /^\/codes\/(\d+)$/.exec(request.url ?? "") ?? [];
  if (count === undefined) return answer(request, response);
  void Promise.all(Array.from({ length: Number(count) }, newCode)).then((codes) => response.end(JSON.stringify(codes)));
}).listen(port, "127.0.0.1");
