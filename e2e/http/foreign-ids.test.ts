import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenApiKey } from "./api-key-calls.ts";
import { givenDeveloper } from "./applications.ts";
import { call, type Person } from "./client.ts";
import { filled } from "./declared-routes.ts";
import { type ForeignIdRoute, foreignIdRoutes } from "./foreign-ids.ts";
import { givenTrustingUser, type TrustingUser } from "./second-factors.ts";
import { when } from "./stored-log.ts";
import { jsonHeaders, type Received, send } from "./wire.ts";

const stack = sharedProductScene();
let person: Person & { token: string; id: string };
let stranger: TrustingUser & { apiKeyId: string };
let routes: ForeignIdRoute[];

beforeAll(async () => {
  person = await givenDeveloper(stack.url);
  const owner = await givenTrustingUser(stack.url);
  stranger = { ...owner, apiKeyId: (await givenApiKey(stack, owner)).id };
  routes = await foreignIdRoutes(stack.url, stranger);
});

const ask = ({ method, path, body }: ForeignIdRoute, id: string): Promise<Received> => {
  const headers = { authorization: `Bearer ${person.token}`, ...(body && jsonHeaders(body)) };
  return send(stack.url, `${method} ${filled(path, id)}`, { headers, ...(body && { body }) });
};
const expectStrangerUnaffected = async () => {
  const { status } = await call(stack.url, "PUT /api/user/profile", { token: stranger.token, body: {} });
  expect(status).toBe(400);
};
const comparable = ({ headers, text }: Received) => {
  const { "x-request-id": _, date: __, ...rest } = headers;
  return { headers: rest, text };
};

it("AC-02 answers another person's id exactly like an absent one, and changes nothing", async () => {
  expect(routes.length).toBeGreaterThan(0);
  for (const route of routes) {
    const { foreign } = route;
    const ids = [foreign, stranger.id, foreign.toUpperCase()];
    const ofAbsent = await when(stack, () => ask(route, randomUUID()));
    expect([ofAbsent.response.status, JSON.parse(ofAbsent.response.text).code]).toEqual([404, "not_found"]);
    expect(ofAbsent.events).toEqual([]);

    for (const id of ids) {
      const { response, events } = await when(stack, () => ask(route, id));
      expect(response.status).toBe(404);
      expect(comparable(response)).toEqual(comparable(ofAbsent.response));
      expect(events).toEqual([]);
    }
  }
  await expectStrangerUnaffected();
});

const uuid = randomUUID();
const odd: Record<string, string> = {
  me: "me",
  zero: "0",
  negative: "-1",
  braces: "%7B%7D",
  "raw braces": "{}",
  array: "%5B%5D",
  "dots up": "../x",
  "encoded dots": "%2e%2e",
  "encoded dots up": "%2e%2e%2fx",
  "double encoded": "%252e%252e",
  "encoded slash": `${uuid}%2fx`,
  backslash: "..%5cx",
  "10 kB": "a".repeat(10_240),
  "10 kB of hex": "0123456789abcdef".repeat(640),
  null: "null",
  undefined: "undefined",
  constructor: "constructor",
  proto: "__proto__",
  toString: "toString",
  "uuid and line": `${uuid}%0a`,
  "uuid and space": `${uuid}%20`,
  "uuid in braces": `%7B${uuid}%7D`,
  "urn of a uuid": `urn:uuid:${uuid}`,
  "uuid without dashes": uuid.replaceAll("-", ""),
  "uuid with a digit more": `${uuid}0`,
  "uuid with a digit less": uuid.slice(0, -1),
  "two uuids": `${uuid},${uuid}`,
  "arabic digits": encodeURIComponent(uuid.replaceAll(/\d/g, (d) => String.fromCodePoint(0x660 + Number(d)))),
  "full-width digits": encodeURIComponent(uuid.replaceAll(/\d/g, (d) => String.fromCodePoint(0xff10 + Number(d)))),
  "not a uuid's letters": uuid.replaceAll(/[a-f]/g, "g"),
  "not UTF-8": "%ff%fe",
  "half a surrogate": "%ed%a0%80",
  wildcard: "*",
  "sql wildcard": "%25",
  quote: "'%20OR%20'1'='1",
  operator: "%7B%22$ne%22:null%7D",
  "stream name": `session-${uuid}`,
  "system stream": "$all",
  nothing: "",
};

/** Ids that nginx refuses itself. */
const malformed: Record<string, string> = {
  nul: "%00",
  "uuid and nul": `${uuid}%00`,
  "bad encoding": "%zz",
  "half encoding": "%e0%a4%a",
};

const expectNotFound = async (_: string, id: string) => {
  for (const route of routes) {
    const { method, path } = route;
    const { response, events } = await when(stack, () => ask(route, id));
    expect([response.status, JSON.parse(response.text).code], path).toEqual([404, "not_found"]);
    expect(events).toEqual([]);

    // A request without credentials is refused too; the status depends on which check is first.
    const anonymous = await when(stack, () => send(stack.url, `${method} ${filled(path, id)}`));
    expect([401, 404]).toContain(anonymous.response.status);
    expect(anonymous.events).toEqual([]);
  }
};
it.each(Object.entries(odd))("AC-02 IN-09 answers 404 to a malformed id (%s)", expectNotFound);
it.each(Object.entries(malformed))(
  "AC-02 IN-09 answers 404 to a malformed id (%s)",
  { tags: ["embedded/raw-http"] },
  expectNotFound,
);

it("IN-09 answers 431 to an id of a megabyte, and keeps serving", async () => {
  for (const route of routes) {
    const askWithIdOf = (length: number) => ask(route, "a".repeat(length));

    const ofMegabyte = await askWithIdOf(1_048_576).catch((error: NodeJS.ErrnoException) => error);
    const ofAllowedLength = await askWithIdOf(15_000);
    const ofTooLong = await askWithIdOf(17_000);

    // The server does not wait for the rest of the head, so the sender may see the connection close before the answer.
    if ("code" in ofMegabyte) expect(["ECONNRESET", "EPIPE"]).toContain(ofMegabyte.code);
    else expect("status" in ofMegabyte && ofMegabyte.status).toBe(431);
    expect([ofAllowedLength.status, ofTooLong.status]).toEqual([404, 431]);
  }
  await expectStrangerUnaffected();
});
