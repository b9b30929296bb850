import { randomUUID } from "node:crypto";
import { type Answered, call, type Person } from "./client.ts";
import { type DeclaredRoute, filled } from "./declared-routes.ts";
import type { GoodWrite } from "./good-writes.ts";
import { jsonHeaders, type Sending } from "./wire.ts";

/** One request that contains an adversarial text. */
export interface Attack extends Sending {
  label: string;
  method: string;
  path: string;
  /** The required status, if only one is correct. */
  status?: number;
}

/** The repeated part of each text, and the end that makes a match fail: together they cause backtracking in a regular expression. */
const repeated = [
  ..."aA1. \t-_@%/\\;,=+&([{<'\"",
  ...["a.", ".a", "a@", "-a", "a-", "1.", "%2f", "%25", "a ", " a", "\t ", "; ", "=;", ",a", "eyJa", "ata_", "://"],
  "[a]",
];
const ends = ["", "!", "@", "x"];

/** All adversarial texts of about this length. */
const textsOf = (length: number, encode = (text: string) => text): string[] =>
  repeated.flatMap((unit) => {
    const encoded = encode(unit);
    const text = encoded.repeat(Math.floor(length / encoded.length));
    return ends.map((end) => `${text}${encode(end)}`);
  });
const short = (text: string) => `${text.slice(0, 12)} … ${text.slice(-3)}`;

/** Orders the pairs so that places with the same texts get different ones when only every n-th attack is tried. */
function* each<Place, Text>(places: readonly Place[], texts: readonly Text[]): Generator<[Place, Text]> {
  for (const place of places) for (const text of texts) yield [place, text];
}
const login = (body: string): Pick<Attack, "method" | "path" | "headers" | "body"> => ({
  method: "POST",
  path: "/api/auth/login",
  headers: jsonHeaders(body),
  body,
});

const absentId = randomUUID();

/** A text of 50 kB in every field of every call. */
function* inFields(writes: readonly GoodWrite[], { token }: { token: string }): Generator<Attack> {
  const fields = writes.flatMap((write) => write.fields.map((field) => ({ ...write, field })));
  for (const [{ route, method, path, body: good, field }, text] of each(fields, textsOf(50_000))) {
    const body = JSON.stringify({ ...good, [field]: text });
    const headers = { ...jsonHeaders(body), authorization: `Bearer ${token}` };
    // White space around a name is removed.
    const status = text.trim().length > 1 ? { status: 400 } : {};
    const label = `${route} ${field} ${short(text)}`;
    yield { label, method, path: filled(path, absentId), headers, body, ...status };
  }
}

/** A text of 50 kB as the name of a field, and texts of the maximum length of an address. */
function* inNamesAndAddresses(): Generator<Attack> {
  for (const text of textsOf(50_000))
    yield { label: short(text), ...login(JSON.stringify({ [text]: 1 })), status: 400 };
  const shapes = [
    (text: string) => text,
    (text: string) => `${text.slice(0, 60)}@${text.slice(0, 150)}`,
    (text: string) => `a@${text}`,
    (text: string) => `a@${text.slice(0, 200)}.com`,
  ];
  for (const [shape, text] of each(shapes, textsOf(240))) {
    const email = shape(text);
    yield { label: email, ...login(JSON.stringify({ email, password: "" })), status: 400 };
  }
}

/** Request headers that the product or its dependencies read. */
const readHeaders = [
  ...["content-type", "authorization", "cookie", "origin", "sec-fetch-site", "idempotency-key", "x-log-position"],
  ...["x-forwarded-for", "user-agent", "accept", "accept-encoding", "accept-language", "if-none-match"],
  "content-encoding",
];
const credentials: Record<string, string> = {
  authorization: "Bearer ",
  cookie: "__Host-session=",
  "content-type": "application/json",
};

/** A text of 15 kB in one header. */
function* inHeader(name: string): Generator<Attack> {
  for (const text of textsOf(15_000)) {
    for (const value of [text, `${credentials[name] ?? "a"}${text}`]) {
      const label = `${name} ${short(value)}`;
      yield {
        label,
        method: "POST",
        path: "/api/auth/login",
        headers: { ...jsonHeaders("{}"), [name]: value },
        body: "{}",
      };
      yield { label, method: "GET", path: "/favicon.svg", headers: { [name]: value } };
    }
  }
}

/** A text of 15 kB in a path, and in a query of every GET call. */
function* inTargets(routes: readonly DeclaredRoute[], { token }: { token: string }): Generator<Attack> {
  const encode = (text: string) => text.replaceAll(/[^!-~]|["<>\\^`{|}]/g, encodeURIComponent);
  const reading = routes.filter(({ method }) => method === "GET");
  const paths = [
    ...["/{id}", "/{id}/", "/assets/{id}", "/api/{id}", "/.{id}/", "/api/user/sessions/{id}", "/?{id}"],
    ...reading.map(({ path, query }) => `${path}?${query[0] ?? "x"}={id}`),
  ];
  for (const [path, text] of each(paths, textsOf(15_000, encode))) {
    const headers = path.includes("={id}") ? { authorization: `Bearer ${token}` } : {};
    yield { label: `${path} ${short(text)}`, method: "GET", path: filled(path, text), headers };
  }
}

/** Thousands of parameters in a query, and thousands of unknown fields in a body. */
export function* inNumbers(): Generator<Attack> {
  for (const unit of ["a&", "token&", "token=1&", "&"]) {
    const path = `/api/auth/verify-email?${unit.repeat(Math.floor(15_600 / unit.length))}`;
    yield { label: path.slice(0, 40), method: "GET", path, status: 400 };
  }
  const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`a${index}`, 1]));
  yield { label: "unknown fields", ...login(JSON.stringify(fields)), status: 400 };
}

/** User agents of 512 characters that resemble many browsers at once. */
export const browserNames = [
  "Mozilla/5.0 (",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ",
].flatMap((start) =>
  ["Chrome/1", "Version/1.", "(", "a ", "a/", "1.", "; ", "Opera ", "Edge/ ", "Mobile Safari/"].map((unit) =>
    `${start}${unit.repeat(512)}`.slice(0, 512),
  ),
);

/** Signs in with a user agent; the attack reads the session list that shows it. */
export async function signedInAs(url: string, { email, password }: Person, agent: string) {
  const headers = { "user-agent": agent, "x-log-position": randomUUID() };
  const signedIn: Answered = await call(url, "POST /api/auth/login", { body: { email, password }, headers });
  const { token } = signedIn.body;
  const position = signedIn.headers.get("x-log-position") ?? "";
  const attack: Attack = {
    label: agent,
    method: "GET",
    path: "/api/user/sessions",
    headers: { authorization: `Bearer ${token}`, "x-log-position": position },
    status: 200,
  };
  return { attack, signOut: () => call(url, "POST /api/auth/logout", { token }) };
}

interface Target {
  person: Person & { token: string };
  routes: readonly DeclaredRoute[];
  writes: readonly GoodWrite[];
}
/** What the service does with the requests, and the requests. */
export const attacks: readonly [behaviour: string, requests: (on: Target) => Iterable<Attack>][] = [
  ["rejects 50 kB of any text in any field", ({ writes, person }) => inFields(writes, person)],
  ["rejects field names of 50 kB and hostile texts as long as an address may be", inNamesAndAddresses],
  ...readHeaders.map((name): (typeof attacks)[number] => [`answers 15 kB in the header ${name}`, () => inHeader(name)]),
  ["answers 15 kB in a path or a query", ({ routes, person }) => inTargets(routes, person)],
];
