import { hash, randomUUID } from "node:crypto";
import { createCommandContext } from "@attestory/command-api/handling/command-context.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Delegate } from "@attestory/events/envelope.ts";
import { parseSessionToken } from "@attestory/http/security/session-token.ts";
import { type Answered, call, type Person } from "../http/client.ts";
import type { Sent } from "../invariants/acknowledged.ts";
import type { Canaries } from "../invariants/canaries.ts";
import type { Request, Visitor } from "./request.ts";
import { ofMembers, ofNewcomers } from "./requests.ts";

/** One command of a client who keeps records: sent again until it is answered, always with the same key. */
export interface Command extends Omit<Request, "body" | "learn"> {
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
  answer: Answered | null;
  /** Updates what the client knows from the answer. */
  learn(answer: Answered): void;
  /** What its client sends instead if this answer shows that too much time has passed; null for any other answer. */
  renewed?(answer: Answered): Command | null;
}

/** What does not depend on a visitor. */
export type PlainRequest = Omit<Request, "body" | "learn"> & { body?: never; learn?: never };
/** A request of nobody who is signed in, or with all that it needs. */
export const command = (request: PlainRequest, more: Partial<Command> = {}): Command => ({
  ...request,
  userId: null,
  key: randomUUID(),
  answer: null,
  learn: () => {},
  ...more,
});

/** A request of this visitor, with more fields of its body and all else that it needs. */
export function ofMember(visitor: Visitor, { body, learn, ...request }: Request, more: Partial<Command> = {}): Command {
  const text = `canary-${randomUUID()}`;
  const { userId, token } = visitor;
  return command(request, {
    ...(!request.open && { userId, token }),
    learn: (answer) => learn?.(visitor, text, answer),
    ...more,
    ...((body || more.body) && { body: { ...body?.(visitor, text), ...more.body } }),
  });
}

/** One of each of what members do, starting with number `first`. Whoever signs out signs in again. */
export function* visitOf(visitor: Visitor, first: number): Generator<Command> {
  const all: readonly Request[] = Object.values(ofMembers);
  const start = first % all.length;
  for (const request of [...all.slice(start), ...all.slice(0, start)]) {
    yield ofMember(visitor, request);
    if (request === ofMembers.signOut) yield ofMember(visitor, ofMembers.signIn);
  }
}

/** Whether this is an answer that its client expects. */
export const isAnswered = ({ refusedWith }: Command, { status }: Answered): boolean =>
  refusedWith === undefined ? status < 300 : status === refusedWith;

const formType = { "content-type": "application/x-www-form-urlencoded" };

/** Sends it, also if it was sent before, and records the answer. @throws if no answer arrives */
export async function send(url: string, sent: Command): Promise<Answered> {
  const { token, body, form, key } = sent;
  const headers = { "idempotency-key": key, ...(form && formType), ...sent.headers };
  const content = form ? String(new URLSearchParams(form)) : body;
  const answer = await call(url, sent.call, {
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
  const { userId, delegate = null, key, body, comesTo, answer } = sent;
  const [method = "", address = ""] = sent.call.split(" ");
  const [path = ""] = address.split("?");
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
  return { what: `${sent.call} ${key}`, fingerprint: fingerprint ?? "", comesTo, acknowledged: answer !== null };
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
  const links = sent.flatMap((one) => /[?&]token=([\w-]+)/.exec(one.call)?.[1] ?? []);
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

export const registration = (person: Person, learn: (visitor: Visitor) => void = () => {}): Command =>
  command(ofNewcomers.registration, {
    body: person,
    learn: ({ body }) => learn({ ...person, userId: body.user.id, token: body.token, firstName: null, ended: [] }),
  });

export const verification = (link: string): Command =>
  command({ ...ofNewcomers.verification, call: `${ofNewcomers.verification.call}?token=${link}` });

export const disowning = (token: string): Command => command(ofNewcomers.disowning, { body: { token } });

export const signIn = (visitor: Visitor): Command => ofMember(visitor, ofMembers.signIn);

export const stepUp = (visitor: Visitor): Command => ofMember(visitor, ofMembers.stepUp);

export const profileChange = (visitor: Visitor): Command => ofMember(visitor, ofMembers.profileChange);

const secretOf = (token: string): string => parseSessionToken(token)?.secret ?? token;
