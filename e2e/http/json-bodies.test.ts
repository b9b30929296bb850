/** @module-tag random */
import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin } from "./admins.ts";
import { call, type Person } from "./client.ts";
import { filled } from "./declared-routes.ts";
import { fewOf } from "./few-of.ts";
import { type GoodWrite, goodWrites } from "./good-writes.ts";
import { jsonCases, sendChanged, utf8 } from "./json-bodies.ts";
import { facts, knowingAll } from "./stored-log.ts";
import { jsonHeaders, send } from "./wire.ts";

const stack = sharedProductScene();
let person: Person & { token: string; id: string };
beforeAll(async () => {
  person = await givenAdmin(stack);
});
afterEach(async () => {
  await expect.poll(async () => (await call(stack.url, "GET /health/ready")).status).toBe(200);
});

/** The valid body with a number, or another non-text value, in place of each field's value. */
const everyValue = (good: Buffer, value: string) =>
  utf8(good.toString().replaceAll(/:(?:"[^"]*"|true|false)/g, `:${value}`));

const names = Object.keys(jsonCases);
/** Each case is tried on other calls. */
it.each(Object.entries(jsonCases))(
  "IN-03 rejects a body that is or contains %s",
  async (name, [make, status, code]) => {
    const before = (await facts(stack)).length;
    // A file may be larger: HT-02 tests its limit.
    const short = (await goodWrites(stack.url, person)).filter(({ upload }) => !upload);
    const writes = fewOf(short, 4, names.indexOf(name));
    for await (const { route, answer } of sendChanged({ url: stack.url, person, writes }, make)) {
      const refusal = JSON.parse(answer.text);
      expect(answer.status, `${route} ${answer.text}`).toBe(status);
      expect(refusal.code, route).toMatch(typeof code === "string" ? new RegExp(`^${code}$`) : code);
      expect(answer.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
    }
    expect((await facts(stack)).length).toBe(before);
  },
);

it("IN-03 rejects numbers of every size in place of a string or a boolean", async () => {
  const before = (await facts(stack)).length;
  const numbers = ["1e400", "-1e400", "1e-400", "-0", "0.1e1", "9".repeat(1_000), "9007199254740993", "null", "1E+2"];
  const writes = await goodWrites(stack.url, person);
  const hasAnother = ({ body }: GoodWrite) => Object.values(body).some((value) => typeof value !== "number");
  for (const { route, method, path, body: good } of writes.filter(hasAnother)) {
    for (const number of numbers) {
      const body = everyValue(utf8(JSON.stringify(good)), number);
      const headers = { ...jsonHeaders(body), authorization: `Bearer ${person.token}` };
      const answer = await send(stack.url, `${method} ${filled(path, randomUUID())}`, { headers, body });
      expect([answer.status, JSON.parse(answer.text).code], `${route} ${body}`).toEqual([400, "invalid_fields"]);
    }
  }
  expect((await facts(stack)).length).toBe(before);
});

it("IN-03 accepts unusual valid JSON: escapes, a surrogate pair, surrounding spaces, exactly 100 kB", async () => {
  const names = '{ "first\\u004eame" :\t"\\ud83d\\ude00 \u{1f600}",\n"lastName":"\\"\\\\\\/" } ';
  const padded = `${" ".repeat(100 * 1024 - Buffer.byteLength(names))}${names}`;
  for (const body of [names, padded]) {
    const headers = { ...jsonHeaders(body), authorization: `Bearer ${person.token}` };
    const answer = await send(stack.url, "PUT /api/user/profile", { headers, body });
    expect(answer.status, answer.text).toBe(200);
  }
  const asking = { token: person.token, headers: await knowingAll(stack) };
  const me = await call(stack.url, "GET /api/auth/me", asking);
  expect(me.body.user).toMatchObject({ firstName: "😀 😀", lastName: '"\\/' });
});
