import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createRemoteJWKSet, jwtVerify } from "jose";

/**
 * A web application with a server of its own, which signs its users in with an OpenID Connect provider. It knows the provider by its
 * address only, and shares no code with this project.
 */

interface Settings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

interface Visitor {
  state?: string;
  nonce?: string;
  name?: string;
}

interface Discovered {
  authorization_endpoint: string;
  token_endpoint: string;
  userinfo_endpoint: string;
  jwks_uri: string;
}

export interface SampleApp {
  url: string;
  redirectUri: string;
  /** Call before the first visit: the client id is known only once the redirect URI is. */
  configure(settings: Settings): void;
  close(): Promise<void>;
}

const page = (body: string) =>
  `<!doctype html><html lang="en"><title>Ledgerline</title><main><h1>Ledgerline</h1>${body}</main></html>`;
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

export async function startServerSideApp(): Promise<SampleApp> {
  const visitors = new Map<string, Visitor>();
  let settings: Settings | undefined;
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      response
        .writeHead(500, { "content-type": "text/html" })
        .end(page(`<p role="alert">${escaped(error.message)}</p>`));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirectUri = `${url}/callback`;

  const configured = (): Settings => {
    if (!settings) throw new Error("not configured");
    return settings;
  };

  const discover = async (): Promise<Discovered> => {
    const found = await fetch(`${configured().issuer}/.well-known/openid-configuration`);
    return (await found.json()) as Discovered;
  };

  const visitorOf = (request: IncomingMessage, response: ServerResponse): Visitor => {
    const sent = /(?:^|; )visitor=([0-9a-f]+)/.exec(request.headers.cookie ?? "")?.[1];
    const id = sent !== undefined && visitors.has(sent) ? sent : randomBytes(16).toString("hex");
    const visitor = visitors.get(id) ?? {};
    visitors.set(id, visitor);
    response.setHeader("set-cookie", `visitor=${id}; HttpOnly; SameSite=Lax; Path=/`);
    return visitor;
  };

  const redirect = (response: ServerResponse, to: string) => response.writeHead(303, { location: to }).end();

  async function startSignIn(visitor: Visitor, response: ServerResponse): Promise<void> {
    const { authorization_endpoint } = await discover();
    visitor.state = randomBytes(16).toString("hex");
    visitor.nonce = randomBytes(16).toString("hex");
    const parameters = new URLSearchParams({
      response_type: "code",
      client_id: configured().clientId,
      redirect_uri: redirectUri,
      scope: "openid profile email",
      state: visitor.state,
      nonce: visitor.nonce,
    });
    redirect(response, `${authorization_endpoint}?${parameters}`);
  }

  async function finishSignIn(visitor: Visitor, response: ServerResponse, query: URLSearchParams): Promise<void> {
    if (query.get("state") !== visitor.state) throw new Error("the state is another one");
    if (query.get("iss") !== configured().issuer) throw new Error("the answer comes from another provider");
    const error = query.get("error");
    if (error === null) {
      visitor.name = await nameBehind(query.get("code") ?? "", visitor.nonce);
      redirect(response, "/");
    } else {
      response.writeHead(200, { "content-type": "text/html" }).end(page(`<p>Not signed in: ${escaped(error)}</p>`));
    }
  }

  /** Exchanges the code, and returns what the user is called. */
  async function nameBehind(code: string, nonce: string | undefined): Promise<string> {
    const { issuer, clientId, clientSecret } = configured();
    const { token_endpoint, userinfo_endpoint, jwks_uri } = await discover();
    const answered = await fetch(token_endpoint, {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}` },
      body: new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri: redirectUri }),
    });
    if (!answered.ok) throw new Error(`the token endpoint answered ${answered.status} ${await answered.text()}`);
    const tokens = (await answered.json()) as { id_token: string; access_token: string };
    const keys = createRemoteJWKSet(new URL(jwks_uri));
    const { payload } = await jwtVerify(tokens.id_token, keys, { issuer, audience: clientId });
    if (payload.nonce !== nonce) throw new Error("the ID token answers another request");
    const user = await fetch(userinfo_endpoint, { headers: { authorization: `Bearer ${tokens.access_token}` } });
    const claims = (await user.json()) as { sub: string; preferred_username: string };
    if (claims.sub !== payload.sub) throw new Error("userinfo is about another user");
    return claims.preferred_username;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    const visitor = visitorOf(request, response);
    if (pathname === "/sign-in") return startSignIn(visitor, response);
    if (pathname === "/callback") return finishSignIn(visitor, response, searchParams);
    const body = visitor.name
      ? `<p>Signed in as ${escaped(visitor.name)}</p>`
      : '<p><a href="/sign-in">Sign in with Attestory</a></p>';
    response.writeHead(200, { "content-type": "text/html" }).end(page(body));
  }

  return {
    url,
    redirectUri,
    configure: (given) => {
      settings = given;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
