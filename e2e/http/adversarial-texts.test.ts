/**
 * @module-tag random
 * @module-tag embedded/raw-http
 */

import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin } from "./admins.ts";
import { type Attack, attacks, browserNames, inNumbers, signedInAs } from "./adversarial-texts.ts";
import { call, type Person } from "./client.ts";
import { declaredRoutes } from "./declared-routes.ts";
import { goodWrites } from "./good-writes.ts";
import { send } from "./wire.ts";

/** No multiple of it is close to the number of texts, so each place gets different texts. `npm run test:timed` checks the times. */
const everyNth = process.env.FULL_RUN === "1" ? 1 : 31;

const product = sharedProductScene({ TRUST_PROXY: "3" });
let person: Person & { token: string; id: string };
beforeAll(async () => {
  person = await givenAdmin(product);
});

async function expectRefused({ label, method, path, status, ...sending }: Attack): Promise<string> {
  const answer = await send(product.url, `${method} ${path}`, sending);
  expect(answer.status, label).toBeLessThan(500);
  if (status !== undefined) expect(answer.status, label).toBe(status);
  return answer.text;
}
async function expectAllRefused(requests: Iterable<Attack>): Promise<void> {
  let [seen, tried] = [0, 0];
  for (const attack of requests) {
    if (seen++ % everyNth !== 0) continue;
    await expectRefused(attack);
    tried++;
  }
  expect(tried).toBeGreaterThan(10);
}

it.each(attacks)("IN-08 %s", async (_, requests) => {
  const writes = await goodWrites(product.url, person);
  const routes = await declaredRoutes(product.url);
  await expectAllRefused(requests({ person, routes, writes }));
});

it("IN-08 rejects thousands of parameters and fields without naming them all", async () => {
  for (const attack of inNumbers()) expect((await expectRefused(attack)).length).toBeLessThan(2_000);
});

it("IN-08 lists sessions whose browser names match many browsers", async () => {
  for (const name of browserNames) {
    const { attack, signOut } = await signedInAs(product.url, person, name);
    const sessions = JSON.parse(await expectRefused(attack)) as { userAgent: string; device: string }[];
    const seen = sessions.find(({ userAgent }) => userAgent === name.trim());
    expect(seen?.device.length).toBeLessThan(100);
    expect((await signOut()).status).toBe(200);
  }
  expect((await call(product.url, "GET /api/auth/me", { token: person.token })).status).toBe(200);
});
