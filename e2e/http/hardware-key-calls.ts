import { type Answered, call, type Person } from "./client.ts";
import { SoftwareAuthenticator, type Twist } from "./software-authenticator.ts";

interface Visitor {
  token: string;
}

export const beginRegistration = async (url: string, { token }: Visitor) => {
  const { status, body } = await call(url, "GET /api/auth/webauthn/register-begin", { token });
  if (status !== 200) throw new Error(`register-begin answered ${status}: ${JSON.stringify(body)}`);
  return body as { challenge: string; user: { id: string } };
};

export const completeRegistration = (url: string, { token }: Visitor, response: unknown): Promise<Answered> =>
  call(url, "POST /api/auth/webauthn/register-complete", { token, body: { response } });

/** Adds a key to the account. */
export async function givenHardwareKey(
  url: string,
  user: Visitor,
  key = new SoftwareAuthenticator(url),
): Promise<SoftwareAuthenticator & { keyId: string }> {
  const options = await beginRegistration(url, user);
  const { status, body } = await completeRegistration(url, user, key.register(options));
  if (status !== 201) throw new Error(`register-complete answered ${status}: ${JSON.stringify(body)}`);
  return Object.assign(key, { keyId: body.hardwareKey.id as string });
}

/** The cookies that an answer sets, as a request sends them. */
const cookiesOf = ({ headers }: Answered): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");

/** What a browser has after it began a sign-in with a passkey. */
export interface Begun {
  options: { challenge: string; allowCredentials: { id: string }[] };
  cookie: string;
}

export async function beginPasskeySignIn(url: string, body: object = {}): Promise<Begun> {
  const answer = await call(url, "POST /api/auth/webauthn/login-begin", { body });
  if (answer.status !== 200) throw new Error(`login-begin answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return { options: answer.body, cookie: cookiesOf(answer) };
}

export const completeKeySignIn = (url: string, { cookie }: Pick<Begun, "cookie">, body: object): Promise<Answered> =>
  call(url, "POST /api/auth/webauthn/login-complete", { body, headers: cookie ? { cookie } : {} });

export async function signInByPasskey(url: string, key: SoftwareAuthenticator, twist: Twist = {}): Promise<Answered> {
  const begun = await beginPasskeySignIn(url);
  return completeKeySignIn(url, begun, { response: key.assert(begun.options, twist) });
}

/** The ticket of a sign-in whose password was right. */
export async function loginTicket(url: string, { email, password }: Person): Promise<string> {
  const { status, body } = await call(url, "POST /api/auth/login", { body: { email, password } });
  if (status !== 401 || body.code !== "two_factor_required") throw new Error(`no ticket: ${JSON.stringify(body)}`);
  return body.loginTicket;
}
