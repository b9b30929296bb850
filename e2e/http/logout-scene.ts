import { beforeAll } from "vitest";
import { sharedProduct } from "../shared-product.ts";
import { type RegisteredApplication, redirectUri } from "./applications.ts";
import { answerIn, givenVisitor, newApplication, queryOf, requestOf, type Visitor } from "./authorizations.ts";
import { type Answered, call } from "./client.ts";
import { askToken } from "./token-calls.ts";

/** Where the application's sign-outs may lead. */
export const returnTo = "https://app.example.com/signed-out";
export const state = "~a > | $ & { } ' \" state";

export interface LogoutScene {
  url: string;
  application: RegisteredApplication;
}

/** The shared product with an application that signs users out, there before the first test of the file. */
export function logoutScene(): LogoutScene {
  const scene = {} as LogoutScene;
  beforeAll(async () => {
    const { url } = await sharedProduct();
    Object.assign(scene, { url, application: await newApplication(url, { postLogoutRedirectUris: [returnTo] }) });
  });
  return scene;
}

export interface Tokens {
  id_token: string;
  access_token: string;
}

/** A browser in which an application has signed a user in, and the tokens that it got. */
export async function givenSignedIn(
  { url, application }: LogoutScene,
  client = application,
): Promise<{ visitor: Visitor; tokens: Tokens }> {
  const visitor = await givenVisitor(url);
  const asked = requestOf(client);
  await visitor.authorize(asked);
  const { code = "" } = answerIn((await visitor.consent(asked)).body.redirectUrl);
  const basic = { clientId: client.id, clientSecret: client.clientSecret };
  const given = await askToken(url, { grant_type: "authorization_code", code, redirect_uri: redirectUri }, { basic });
  return { visitor, tokens: given.body };
}

export const logOut = (visitor: Visitor, sent: Parameters<typeof queryOf>[0]): Promise<Answered> =>
  visitor.open(`/api/oauth/end_session?${queryOf(sent)}`);
export const isSignedIn = async ({ url, person }: Visitor): Promise<boolean> =>
  (await call(url, "GET /api/auth/me", { token: person?.token ?? "" })).status === 200;

const entities = { "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" } as const;
const unescaped = (text: string) => text.replaceAll(/&[^;]+;/g, (found) => entities[found as keyof typeof entities]);

/** Presses "Sign out" on the page that asks. */
export function confirm({ url, jar }: Visitor, page: string, said: Record<string, string> = {}): Promise<Answered> {
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const sent = Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [unescaped(name), unescaped(value)]));
  const headers = { cookie: jar.header, "content-type": "application/x-www-form-urlencoded" };
  return call(url, "POST /api/oauth/end_session", { headers, body: String(new URLSearchParams({ ...sent, ...said })) });
}

export const leadsTo = ({ status, headers }: Answered) => [status, headers.get("location")];
export const textOf = ({ body }: Answered) => String(body).replaceAll(/<style>.*<\/style>|<[^>]+>/gs, " ");
