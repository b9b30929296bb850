import { hash, randomUUID } from "node:crypto";
import { createCommandContext } from "@attestory/command-api/handling/command-context.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Delegate } from "@attestory/events/envelope.ts";
import { parseSessionToken } from "@attestory/http/security/session-token.ts";
import { type Answered, call, type Person } from "../http/client.ts";
import type { Sent } from "../invariants/acknowledged.ts";
import type { Canaries } from "../invariants/canaries.ts";
import { newPassword } from "./new-password.ts";
import type { Request } from "./request.ts";
import { requests } from "./requests.ts";

/** One command of a client who keeps records: sent again until it is answered, always with the same key. */
export interface Command extends Request {
  /** The signed-in user who sends it, or on whose behalf the delegate does; null if nobody is signed in. */
  userId: string | null;
  /** The API key that sends it. */
  delegate?: Delegate;
  token?: string;
  body?: object;
  /** Sent instead of a body, as applications send it. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  key: string;
  /** The status of the refusal that it gets; undefined if it is carried out. */
  refusedWith?: number;
  answer: Answered | null;
  /** Updates what the client knows from the answer. */
  learn(answer: Answered): void;
  /** What its client sends instead if this answer shows that too much time has passed; null for any other answer. */
  renewed?(answer: Answered): Command | null;
  /** Whether this answer to a repeat shows that it was carried out. For one whose repeat is not answered like itself. */
  isCarriedOut?(answer: Answered): boolean;
}

export type Said = Request & Partial<Command>;
export const command = (said: Said): Command => ({
  userId: null,
  key: randomUUID(),
  answer: null,
  learn: () => {},
  ...said,
});

/** Whether this is an answer that its client expects. */
export const isAnswered = ({ refusedWith }: Command, { status }: Answered): boolean =>
  refusedWith === undefined ? status < 300 : status === refusedWith;

const formType = { "content-type": "application/x-www-form-urlencoded" };

/** Sends it, also if it was sent before, and records the answer. @throws if no answer arrives */
export async function send(url: string, sent: Command): Promise<Answered> {
  const { method, path, token, body, form, key } = sent;
  const headers = { "idempotency-key": key, ...(form && formType), ...sent.headers };
  const content = form ? String(new URLSearchParams(form)) : body;
  const answer = await call(url, `${method} ${path}`, {
    headers,
    ...(token && { token }),
    ...(content && { body: content }),
  });
  if (!isAnswered(sent, answer)) return answer;
  if (sent.answer === null) sent.learn(answer);
  sent.answer ??= answer;
  return answer;
}

/** The command in the form that the invariants check; null if it leaves no fingerprint. */
export function entry(keyring: Keyring, sent: Command): Sent | null {
  const { what, method, path, userId, delegate = null, key, body, comesTo, answer } = sent;
  // Of these, no event carries a fingerprint.
  if (method === "GET" || sent.form) return null;
  const { fingerprint } = createCommandContext(
    {
      actor: userId ? { kind: "user", id: userId } : { kind: "anyone", id: "" },
      delegate,
      method: method.toLowerCase(),
      path,
      idempotencyKey: key,
      bodyHash: hash("sha256", body ? JSON.stringify(body) : "", "base64url"),
      correlationId: "",
      ip: null,
      userAgent: null,
      now: new Date(),
    },
    (...parts) => keyring.hmac("link key", ...parts),
  );
  return { what: `${what} ${key}`, fingerprint: fingerprint ?? "", comesTo, acknowledged: answer !== null };
}

/** The values that clients submitted and received. */
export function canariesIn(sent: readonly Command[]): Canaries {
  const typed = (...fields: string[]) =>
    sent.flatMap(({ body = {} }) => {
      const values = fields.map((field): unknown => body[field as never]);
      return values.filter((value) => typeof value === "string");
    });
  const tokens = sent.flatMap(({ answer }) => (answer?.body.token ? [secretOf(answer.body.token)] : []));
  const shown = sent.flatMap(({ answer }) => secretsIn(answer?.body));
  const links = sent.flatMap(({ path }) => new URL(path, "http://localhost").searchParams.get("token") ?? []);
  return {
    secrets: [
      ...typed("password", "currentPassword", "newPassword", "token", "invitation"),
      ...tokens,
      ...links,
      ...shown,
    ],
    personal: typed("email", "newEmail", "username", "firstName"),
  };
}

/** Beside the token of a session. */
const secretsIn = (body: Answered["body"] = {}): string[] =>
  [
    body.secret,
    body.recoveryCodes,
    body.application?.clientSecret,
    body.apiKey?.keyValue,
    body.access_token,
    body.refresh_token,
  ].flatMap((secret) => secret ?? []);

/** A person with an account, as far as the answers show. */
export interface Visitor extends Person {
  userId: string;
  token: string;
  firstName: string | null;
  /** Tokens whose session has ended. */
  ended: string[];
}

export const registration = (person: Person, learn: (visitor: Visitor) => void): Command =>
  command({
    ...requests.registration,
    body: person,
    learn: ({ body }) => learn({ ...person, userId: body.user.id, token: body.token, firstName: null, ended: [] }),
  });

export const verification = (link: string): Command =>
  command({ ...requests.verification, path: `${requests.verification.path}?token=${link}` });

export const disowning = (token: string): Command => command({ ...requests.disowning, body: { token } });

export const signIn = (visitor: Visitor): Command =>
  command({
    ...requests.signIn,
    body: { email: visitor.email, password: visitor.password },
    learn({ body }) {
      visitor.token = body.token;
    },
  });

export const ofMember = (visitor: Visitor, said: Said) =>
  command({ userId: visitor.userId, token: visitor.token, ...said });

export const profileChange = (visitor: Visitor, firstName = `canary-${randomUUID()}`): Command =>
  ofMember(visitor, {
    ...requests.profileChange,
    body: { firstName, lastName: "" },
    learn() {
      visitor.firstName = firstName;
    },
  });

export const passwordChange = (visitor: Visitor, password = newPassword()): Command =>
  ofMember(visitor, {
    ...requests.passwordChange,
    body: { currentPassword: visitor.password, newPassword: password, confirmPassword: password },
    learn() {
      visitor.password = password;
    },
  });

export const stepUp = (visitor: Visitor): Command =>
  ofMember(visitor, { ...requests.stepUp, body: { currentPassword: visitor.password } });

export const endOtherSessions = (visitor: Visitor): Command => ofMember(visitor, requests.endOtherSessions);

export const signOut = (visitor: Visitor): Command =>
  ofMember(visitor, {
    ...requests.signOut,
    learn: () => void visitor.ended.push(visitor.token),
    // A request with an ended session is not authenticated, so the log contains this sign-out.
    isCarriedOut: ({ status }) => status === 401,
  });

const secretOf = (token: string): string => parseSessionToken(token)?.secret ?? token;
