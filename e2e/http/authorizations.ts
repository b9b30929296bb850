import { type RegisteredApplication, redirectUri, registerApplication } from "./applications.ts";
import { CookieJar } from "./browser.ts";
import { type Answered, call, givenSignedInUser, type Person } from "./client.ts";

/** A value of a parameter; a list sends the parameter several times. */
type Sent = Readonly<Record<string, string | readonly string[] | null>>;

export const queryOf = (sent: Sent): string =>
  Object.entries(sent)
    .flatMap(([name, value]) => (value === null ? [] : [value].flat().map((each) => [name, each] as const)))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");

/** A browser with a user who is signed in, or with nobody. */
export class Visitor {
  readonly url: string;
  readonly jar = new CookieJar();
  person: (Person & { id: string; token: string }) | null = null;

  constructor(url: string) {
    this.url = url;
  }

  /** Signs in with the browser's cookies. */
  async signIn(person: Person & { id: string }): Promise<string> {
    const { email, password } = person;
    const answer = await call(this.url, "POST /api/auth/login", { body: { email, password }, headers: this.headers });
    this.jar.keep(answer);
    this.person = { ...person, token: answer.body.token };
    return answer.body.token;
  }

  /** Opens a page as a browser that another site sends here. */
  async open(path: string, headers: Record<string, string> = {}): Promise<Answered> {
    const site = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", ...headers };
    const answer = await call(this.url, `GET ${path}`, { headers: { ...this.headers, ...site } });
    this.jar.keep(answer);
    return answer;
  }

  authorize(sent: Sent): Promise<Answered> {
    return this.open(`/oauth/authorize?${queryOf(sent)}`);
  }

  /** A call of the web app in this browser. */
  async call(request: string, body?: unknown): Promise<Answered> {
    const token = this.person?.token;
    const answer = await call(this.url, request, { ...(token && { token }), body, headers: this.headers });
    this.jar.keep(answer);
    return answer;
  }

  info(sent: Sent): Promise<Answered> {
    return this.call(`GET /api/oauth/authorize?${queryOf(sent)}`);
  }

  /** Presses Authorize on the consent screen. */
  async consent(sent: Sent): Promise<Answered> {
    const { client_id, redirect_uri, scope, state } = sent;
    return this.call("POST /api/oauth/authorize", { client_id, redirect_uri, scope, state });
  }

  private get headers(): Record<string, string> {
    return this.jar.header ? { cookie: this.jar.header } : {};
  }
}

/** A browser in which a new user is signed in. */
export async function givenVisitor(url: string): Promise<Visitor> {
  const visitor = new Visitor(url);
  await visitor.signIn(await givenSignedInUser(url));
  return visitor;
}

/** The parameters of a request that follows every rule. */
export const requestOf = ({ id }: Pick<RegisteredApplication, "id">, said: Sent = {}): Sent => ({
  client_id: id,
  redirect_uri: redirectUri,
  response_type: "code",
  scope: "openid profile",
  state: "a state",
  ...said,
});

export const newApplication = (url: string, said: Record<string, unknown> = {}): Promise<RegisteredApplication> =>
  registerApplication(url, said);

/** The parameters of the answer that a redirect carries. */
export const answerIn = (location: string | null): Record<string, string> =>
  Object.fromEntries(new URL(location ?? "").searchParams);
