import { beforeAll } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { type RegisteredApplication, redirectUri } from "./applications.ts";
import { answerIn, givenVisitor, newApplication, queryOf, requestOf, type Visitor } from "./authorizations.ts";
import { type Answered, call } from "./client.ts";
import { askToken } from "./token-calls.ts";

/** Where the application's sign-outs may lead. */
export const returnTo = "https://app.example.com/signed-out";
export const state = "~a > | $ & { } ' \" state";

export interface LogoutScene {
  product: SharedProduct;
  url: string;
  application: RegisteredApplication;
}

/** The shared product with an application that signs users out, there before the first test of the file. */
export function logoutScene(...how: Parameters<typeof sharedProduct>): LogoutScene {
  const scene = {} as LogoutScene;
  beforeAll(async () => {
    const product = await sharedProduct(...how);
    const { url } = product;
    Object.assign(scene, {
      product,
      url,
      application: await newApplication(url, { postLogoutRedirectUris: [returnTo] }),
    });
  });
  return scene;
}

export interface Tokens {
  id_token: string;
  access_token: string;
}

/** A browser in which an application has signed a user in, and the tokens that it got. */
export async function givenSignedIn(
  { url, application }: Pick<LogoutScene, "url" | "application">,
  client = application,
): Promise<{ visitor: Visitor; tokens: Tokens }> {
  const visitor = await givenVisitor(url);
  const asked = requestOf(client);
  await visitor.authorize(asked);
  const { code } = answerIn((await visitor.consent(asked)).body.redirectUrl);
  return { visitor, tokens: await exchange({ url }, client, code) };
}

/** Exchanges a code of the application. */
export async function exchange(
  { url }: Pick<LogoutScene, "url">,
  { id, clientSecret }: RegisteredApplication,
  code = "",
): Promise<Tokens> {
  const basic = { clientId: id, clientSecret };
  return (await askToken(url, { grant_type: "authorization_code", code, redirect_uri: redirectUri }, { basic })).body;
}

export const logOut = (visitor: Visitor, sent: Parameters<typeof queryOf>[0]): Promise<Answered> =>
  visitor.open(`/api/oauth/end_session?${queryOf(sent)}`);
export const isSignedIn = async ({ url, person }: Visitor): Promise<boolean> =>
  (await call(url, "GET /api/auth/me", { token: person?.token ?? "" })).status === 200;

const entities = { "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" } as const;
const unescaped = (text: string) => text.replaceAll(/&[^;]+;/g, (found) => entities[found as keyof typeof entities]);

/** A form, as `call` sends it. */
export const formOf = (sent: Parameters<typeof queryOf>[0], headers: Record<string, string> = {}) => ({
  headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  body: queryOf(sent),
});

/** The hidden fields of a page's form. */
export function fieldsOf(page: string): Record<string, string> {
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [unescaped(name), unescaped(value)]));
}

/** Presses the button of a page of ours, such as "Sign out". */
export const sendForm = ({ url, jar }: Visitor, page: string, said: Record<string, string> = {}): Promise<Answered> =>
  call(url, "POST /api/oauth/end_session", formOf({ ...fieldsOf(page), ...said }, { cookie: jar.header }));

export const leadsTo = ({ status, headers }: Answered) => [status, headers.get("location")];
export const textOf = ({ body }: Answered) => String(body).replaceAll(/<style>.*<\/style>|<[^>]+>/gs, " ");
