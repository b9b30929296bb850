/**
 * @module-tag embedded/moves-clock
 */

import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { type Answered, call, emailTo, givenSignedInUser, newPerson, type Person, tokenIn } from "./client.ts";
import { from, login, setCookie, wrongPassword } from "./limited.ts";
import { openLink } from "./verification-links.ts";

const product = ownProductScene({ RATE_LIMITS: "on", TRUST_PROXY: "1", ENUMERATION_PROTECTION: "strict" });
beforeAll(() => {
  product.stopClock();
});

let networks = 0;
/** Each from another network, because registrations are limited. */
const register = (person: Person, cookie = "") =>
  call(product.url, "POST /api/auth/register", {
    body: person,
    headers: { ...from(`10.30.${++networks}.1`), ...(cookie && { cookie }) },
  });
const linkTo = async ({ email }: Person) => tokenIn(await emailTo(product.url, email, "Verify"));
const guess = (person: Person, device?: string) =>
  login(product.url, { ...person, password: wrongPassword }, { address: `10.31.${++networks}.1`, device });
/** Whether the device has attempts of its own while those of the account are used up. */
async function isKnown(person: Person, device: string): Promise<boolean> {
  for (let n = 0; n < 7; n++) await guess(person);
  return (await guess(person, device)).status === 401;
}
const deviceOf = (response: Answered) => setCookie(response, "__Host-device");
const cookies = ({ headers }: Answered) => headers.getSetCookie().map((line) => line.replace(/=[^;]*/, "="));

describe("a known device", () => {
  it("A6 RL-07 is the browser that registered, once the address is verified", async () => {
    const person = newPerson();
    const device = deviceOf(await register(person));
    const link = await linkTo(person);
    await openLink(product.url, `?token=${link}`);
    expect(await isKnown(person, device)).toBe(true);
  });

  it("A6 RL-07 is the browser that verified the address, one for each link", async () => {
    const person = newPerson();
    await register(person);
    const link = await linkTo(person);
    const opened = await openLink(product.url, `?token=${link}`);
    const again = await openLink(product.url, `?token=${link}`);
    const [one, other] = [opened, again].map((response) => deviceOf(response).split(".")[0]);
    expect(one).toBe(other);
    expect(await isKnown(person, deviceOf(opened))).toBe(true);
  });

  it("A6 stays one of the account that its owner signed in to last, whatever is registered or verified on it", async () => {
    const person = newPerson();
    const had = "__Host-device=another-account's";
    const registered = await register(person, had);
    const link = await linkTo(person);
    const verified = await call(product.url, `GET /api/auth/verify-email?token=${link}`, { headers: { cookie: had } });
    expect([registered.status, verified.status]).toEqual([201, 200]);
    for (const response of [registered, verified]) {
      expect(cookies(response).filter((line) => line.startsWith("__Host-device"))).toEqual([]);
    }
  });
});

describe("strict enumeration protection", () => {
  it("A6 AU-06 sets the same cookies for a taken address as for a free one", async () => {
    const owner = await givenSignedInUser(product.url);
    const [free, taken] = [await register(newPerson()), await register(newPerson({ email: owner.email }))];
    expect([free.status, taken.status]).toEqual([201, 201]);
    expect(cookies(taken)).toEqual(cookies(free));
    expect(deviceOf(taken)).toMatch(/^[0-9a-f-]{36}\.\d{10}\.[A-Za-z0-9_-]{43}$/);
    expect(deviceOf(free)).toHaveLength(deviceOf(taken).length);
  });

  it("A6 AU-06 does not tell by wrong passwords with that cookie whether the address was taken", async () => {
    const owner = await givenSignedInUser(product.url);
    const outcomes = [];
    for (const person of [newPerson(), newPerson({ email: owner.email })]) {
      const device = deviceOf(await register(person));
      const statuses = [];
      for (let n = 0; n < 8; n++) statuses.push((await guess(person, device)).status);
      statuses.push((await guess(person)).status);
      outcomes.push(statuses);
    }
    expect(outcomes[0]).toEqual([...Array(5).fill(401), ...Array(4).fill(429)]);
    expect(outcomes[1]).toEqual(outcomes[0]);
  });
});
