import { hash, randomUUID } from "node:crypto";
import { createCommandContext } from "@attestory/command-api/handling/command-context.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import { parseSessionToken } from "@attestory/http/security/session-token.ts";
import { type Answered, call, type Person } from "../http/client.ts";
import type { Sent } from "../invariants/acknowledged.ts";
import type { Canaries } from "../invariants/canaries.ts";

/** What clients request. A new command is tried at every step if it is declared here and in `Clients.visit`. */
export const requests = {
  registration: {
    what: "a registration",
    method: "POST",
    path: "/api/auth/register",
    comesTo: ["UserRegistered", "SessionStarted"],
  },
  verification: {
    what: "a verification",
    method: "GET",
    path: "/api/auth/verify-email",
    comesTo: ["EmailVerified"],
  },
  disowning: {
    what: "a registration that its address disowns",
    method: "POST",
    path: "/api/auth/not-me",
    comesTo: ["RegistrationLapsed"],
  },
  signIn: {
    what: "a sign-in",
    method: "POST",
    path: "/api/auth/login",
    comesTo: ["SessionStarted"],
  },
  profileChange: {
    what: "a change of the profile",
    method: "PUT",
    path: "/api/user/profile",
    comesTo: ["ProfileChanged"],
  },
  passwordChange: {
    what: "a change of the password",
    method: "PUT",
    path: "/api/user/password",
    comesTo: ["PasswordChanged"],
  },
  stepUp: {
    what: "a confirmation that it is the user",
    method: "POST",
    path: "/api/auth/step-up",
    comesTo: ["SessionReauthenticated"],
  },
  endOtherSessions: {
    what: "the end of the other sessions",
    method: "DELETE",
    path: "/api/user/sessions",
    comesTo: ["OtherSessionsEnded"],
  },
  signOut: {
    what: "a sign-out",
    method: "POST",
    path: "/api/auth/logout",
    comesTo: ["SessionEnded"],
  },
} as const satisfies Record<string, Request>;

interface Request {
  what: string;
  method: "POST" | "PUT" | "DELETE" | "GET";
  path: string;
  /** The types of its events that carry its fingerprint. */
  comesTo: readonly AttestoryEvent["type"][];
}

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
}

type Said = Request & Partial<Command>;
const command = (said: Said): Command => ({ userId: null, key: randomUUID(), answer: null, learn: () => {}, ...said });

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
  const links = sent.flatMap(({ path }) => new URL(path, "http://localhost").searchParams.get("token") ?? []);
  return {
    secrets: [...typed("password", "currentPassword", "newPassword", "token"), ...tokens, ...links],
    personal: typed("email", "username", "firstName"),
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

const ofMember = (visitor: Visitor, said: Said) => command({ userId: visitor.userId, token: visitor.token, ...said });

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
