import { hash, randomUUID } from "node:crypto";
import { createCommandContext } from "@attestory/command-api/handling/command-context.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { parseSessionToken } from "@attestory/http/security/session-token.ts";
import { type Answered, call, type Person } from "../http/client.ts";
import type { Sent } from "../invariants/acknowledged.ts";
import type { Canaries } from "../invariants/canaries.ts";
import type { Request } from "./request.ts";
import { requests } from "./requests.ts";

/** One command of a client who keeps records: sent again until it is answered, always with the same key. */
export interface Command extends Request {
  /** The signed-in user who sends it; null if the sender is not signed in. */
  userId: string | null;
  token?: string;
  body?: object;
  key: string;
  answer: Answered | null;
  /** Updates what the client knows from the answer. */
  learn(answer: Answered): void;
  /** What its client sends instead if this answer shows that too much time has passed; null for any other answer. */
  renewed?(answer: Answered): Command | null;
}

export type Said = Request & Partial<Command>;
export const command = (said: Said): Command => ({
  userId: null,
  key: randomUUID(),
  answer: null,
  learn: () => {},
  ...said,
});

/** Sends it, also if it was sent before, and records the answer. @throws if no answer arrives */
export async function send(url: string, sent: Command): Promise<Answered> {
  const { method, path, token, body, key } = sent;
  const headers = { "idempotency-key": key };
  const answer = await call(url, `${method} ${path}`, { headers, ...(token && { token }), ...(body && { body }) });
  if (answer.status >= 300) return answer;
  if (sent.answer === null) sent.learn(answer);
  sent.answer ??= answer;
  return answer;
}

/** The command in the form that the invariants check; null if it leaves no fingerprint. */
export function entry(keyring: Keyring, sent: Command): Sent | null {
  const { what, method, path, userId, key, body, comesTo, answer } = sent;
  if (method === "GET") return null;
  const { fingerprint } = createCommandContext(
    {
      actor: userId ? { kind: "user", id: userId } : { kind: "anyone", id: "" },
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
    sent.flatMap(({ body = {} }) => fields.flatMap((field) => (field in body ? [String(body[field as never])] : [])));
  const tokens = sent.flatMap(({ answer }) => (answer?.body.token ? [secretOf(answer.body.token)] : []));
  const shown = sent.flatMap(({ answer }) => [answer?.body.secret ?? [], answer?.body.recoveryCodes ?? []].flat());
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

export const passwordChange = (visitor: Visitor, newPassword = `canary-${randomUUID()}`): Command =>
  ofMember(visitor, {
    ...requests.passwordChange,
    body: { currentPassword: visitor.password, newPassword, confirmPassword: newPassword },
    learn() {
      visitor.password = newPassword;
    },
  });

export const stepUp = (visitor: Visitor): Command =>
  ofMember(visitor, { ...requests.stepUp, body: { currentPassword: visitor.password } });

export const endOtherSessions = (visitor: Visitor): Command => ofMember(visitor, requests.endOtherSessions);

export const signOut = (visitor: Visitor): Command =>
  ofMember(visitor, {
    ...requests.signOut,
    learn: () => void visitor.ended.push(visitor.token),
  });

const secretOf = (token: string): string => parseSessionToken(token)?.secret ?? token;
