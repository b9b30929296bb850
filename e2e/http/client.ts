import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { DevEmail } from "@attestory/command-api/mail/dev-inbox-schema.ts";
import type { User } from "@attestory/http/routing/answers.ts";

/** A complete answer. */
export interface Answered {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON, else the text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape, and fail where it is another.
  body: any;
}

export interface Asking {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The cookies of the registrations that this process sent. Without its cookie, an account's first sign-in asks for a code by email. */
const registrationCookies = {
  byUser: new Map<string, string>(),
  keep({ status, headers, body }: Answered) {
    const cookie = headers.getSetCookie().find((line) => line.startsWith("__Host-registration="));
    if (status === 201 && cookie) this.byUser.set(body.user.id, cookie.split(";", 1)[0] ?? "");
  },
  /** For a call that opens the link of a registration: its token begins with the id of the user. */
  of(path: string): { cookie: string } | null {
    const token = /^\/api\/auth\/verify-email\?token=([A-Za-z0-9_-]+)/.exec(path)?.[1];
    if (!token) return null;
    const id = Buffer.from(token, "base64url").toString("hex", 0, 16);
    const cookie = this.byUser.get(id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"));
    return cookie ? { cookie } : null;
  },
};

/** Splits `GET /path` at its first space. */
export const splitRequest = (request: string): { method: string; path: string } => {
  const space = request.indexOf(" ");
  return { method: request.slice(0, space), path: request.slice(space + 1) };
};

/**
 * Calls the stack as a program does: a bearer token, JSON, and nothing that a browser would add but the cookie that shows where an
 * account was registered (`registrationCookies`).
 * @param request method and path, such as `GET /api/auth/me`
 */
export async function call(url: string, request: string, { token, body, headers }: Asking = {}): Promise<Answered> {
  const { method, path } = splitRequest(request);
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: "manual",
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...registrationCookies.of(path),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get("content-type")?.includes("json");
  const answered = { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
  registrationCookies.keep(answered);
  return answered;
}

export interface Person {
  email: string;
  username: string;
  password: string;
}

/** A person with a new address and username. */
export function newPerson(said: Partial<Person> = {}): Person {
  const name = `p${randomUUID().slice(0, 12)}`;
  return { email: `${name}@example.com`, username: name, password: "correct horse battery", ...said };
}

function answered<Body>(expected: number, status: number, body: Body): Body {
  if (status !== expected)
    throw new Error(`answered ${status} where ${expected} was expected: ${JSON.stringify(body)}`);
  return body;
}

export async function register(url: string, person: Person): Promise<{ token: string; user: User }> {
  const { status, body } = await call(url, "POST /api/auth/register", { body: person });
  return answered(201, status, body);
}

/** The emails to an address so far, newest first. */
export async function emailsTo(url: string, email: string): Promise<DevEmail[]> {
  return (await call(url, `GET /api/dev/inbox?to=${encodeURIComponent(email)}`)).body;
}

/** Waits for the newest email to an address. */
export async function emailTo(url: string, email: string, subject = ""): Promise<DevEmail> {
  for (const until = Date.now() + 30_000; Date.now() < until; await wait(15)) {
    const found = (await emailsTo(url, email)).find((one) => one.subject.includes(subject));
    if (found) return found;
  }
  throw new Error(`no email to ${email}`);
}

/** Waits until a user's reads include what this answer wrote. What a test reads next needs no log position then. */
export async function untilReadable(url: string, { token }: { token: string }, written: Answered): Promise<void> {
  const headers = { "x-log-position": written.headers.get("x-log-position") ?? "" };
  for (const until = Date.now() + 30_000; Date.now() < until; await wait(100)) {
    if ((await call(url, "GET /api/auth/me", { token, headers })).status !== 503) return;
  }
  throw new Error("the read models do not catch up");
}

export const tokenIn = ({ text }: Pick<DevEmail, "text">): string => {
  const token = /verify-email\?token=([A-Za-z0-9_-]+)/.exec(text)?.[1];
  if (!token) throw new Error("the email has no link");
  return token;
};

/** The token of the link "This wasn't me". */
export const notMeTokenIn = ({ text }: Pick<DevEmail, "text">): string => {
  const token = /not-me\?token=([A-Za-z0-9_-]+)/.exec(text)?.[1];
  if (!token) throw new Error("the email has no such link");
  return token;
};

export async function verify(url: string, email: string): Promise<void> {
  const token = tokenIn(await emailTo(url, email, "Verify"));
  const { status, body } = await call(url, `GET /api/auth/verify-email?token=${token}`);
  answered(200, status, body);
}

export async function signIn(url: string, { email, password }: Person, more: object = {}): Promise<string> {
  const { status, body } = await call(url, "POST /api/auth/login", { body: { email, password, ...more } });
  return answered(200, status, body).token;
}

/** Registers a user and leaves the address unverified; `token` is that of the registration. */
export async function givenUnverifiedUser(
  url: string,
  said: Partial<Person> = {},
): Promise<Person & { token: string; id: string }> {
  const person = newPerson(said);
  const { token, user } = await register(url, person);
  return { ...person, token, id: user.id };
}

/** Registers, opens the email, verifies and signs in. */
export async function givenSignedInUser(
  url: string,
  said: Partial<Person> = {},
): Promise<Person & { token: string; id: string }> {
  const person = newPerson(said);
  const { user } = await register(url, person);
  await verify(url, person.email);
  return { ...person, id: user.id, token: await signIn(url, person) };
}
