import { adminsStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { givenAdmin } from "../http/admins.ts";
import { givenApiKey } from "../http/api-key-calls.ts";
import { call, givenSignedInUser, signIn } from "../http/client.ts";
import { type Received, send } from "../http/wire.ts";
import { startWithWorkers } from "./start-with-workers.ts";

let product: Awaited<ReturnType<typeof startWithWorkers>>;
beforeAll(async () => {
  product = await startWithWorkers({ RATE_LIMITS: "on" });
});
afterAll(() => product.remove());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Asks again while the documents are not up to date. */
async function asked(path: string, headers: Record<string, string>): Promise<Received> {
  for (;;) {
    const answer = await send(product.url, `GET ${path}`, { headers });
    if (answer.status !== 503) return answer;
  }
}

/** Each on a connection of its own: they are handed to the workers in turn. */
async function inEach(path: string, headers: Record<string, string>): Promise<Received[]> {
  const answers: Received[] = [];
  while (answers.length < 4) answers.push(await asked(path, headers));
  return answers;
}
const me = (token: string, headers = {}) => inEach("/api/auth/me", { ...bearer(token), ...headers });
const statusesOf = (answers: readonly Received[]) => new Set(answers.map(({ status }) => status));

it("RE-59 shows a change to its author in every worker", async () => {
  const { token } = await givenSignedInUser(product.url);
  for (let n = 0; n < 10; n++) {
    const firstName = `Ada ${n}`;
    const written = await call(product.url, "PUT /api/user/profile", { token, body: { firstName, lastName: "" } });
    const seen = await me(token, { "x-log-position": written.headers.get("x-log-position") ?? "" });
    expect(seen.map(({ text }) => JSON.parse(text).user?.firstName)).toEqual(Array(4).fill(firstName));
  }
});

it("RE-59 refuses a session in every worker as soon as its sign-out is answered", async () => {
  const person = await givenSignedInUser(product.url);
  for (let n = 0; n < 5; n++) {
    const token = await signIn(product.url, person);
    expect(statusesOf(await me(token))).toEqual(new Set([200]));
    expect((await call(product.url, "POST /api/auth/logout", { token })).status).toBe(200);
    expect(statusesOf(await me(token))).toEqual(new Set([401]));
  }
});

it("RE-60 counts the calls of an API key over all workers", async () => {
  const owner = await givenSignedInUser(product.url);
  const { keyValue } = await givenApiKey(product, owner, { scopes: ["users:read"] });
  const calls = Array.from({ length: 30 }, () => asked("/api/users", bearer(keyValue)));
  const left = (await Promise.all(calls)).map(({ headers }) => Number(/;r=(\d+)/.exec(String(headers.ratelimit))?.[1]));
  expect(left.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 30 }, (_, n) => 599 - n));
});

it("RE-60 counts wrong passwords over all workers", async () => {
  const { email } = await givenSignedInUser(product.url);
  const body = JSON.stringify({ email, password: "not this one at all" });
  const headers = { "content-type": "application/json", "content-length": String(body.length) };
  const guess = () => send(product.url, "POST /api/auth/login", { headers, body });
  const statuses = (await Promise.all(Array.from({ length: 12 }, guess))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
});

it("RE-59 changes over to an imported backup in every worker", async () => {
  const admin = await givenAdmin(product);
  await product.happened(adminsStream, { type: "AdminListed", data: { userId: admin.id, accessVersion: 1 } });
  const person = await givenSignedInUser(product.url);
  const backup = (await call(product.url, "GET /api/admin/export", { token: admin.token })).body;
  const imported = await fetch(`${product.url}/api/admin/import`, {
    method: "POST",
    headers: { ...bearer(admin.token), "Content-Type": "text/plain" },
    body: backup,
  });
  expect([imported.status, await imported.json()], product.output()).toMatchObject([200, { generation: 2 }]);
  expect(statusesOf(await me(person.token))).toEqual(new Set([401]));
  expect(statusesOf(await me(await signIn(product.url, person)))).toEqual(new Set([200]));
});
