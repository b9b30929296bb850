/** @module-tag embedded/moves-clock */
import { beforeAll, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { type Answered, givenSignedInUser, signIn } from "./client.ts";
import {
  answer,
  askDevice,
  type Device,
  deviceApplication,
  givenDevice,
  type Member,
  poll,
  see,
} from "./device-scene.ts";
import type { Parties } from "./grants.ts";
import { refresh } from "./grants.ts";
import { errorOf, invalidGrant } from "./token-calls.ts";

const product = ownProductScene({ RATE_LIMITS: "on", TRUST_PROXY: "1" });
let asking: Parties;
beforeAll(async () => {
  product.stopClock();
  const { url } = product;
  asking = { url, user: await givenSignedInUser(url), application: await deviceApplication(url) };
});

const [pending, slowDown] = [
  [400, "authorization_pending"],
  [400, "slow_down"],
];
const polled = async (device: Device) => errorOf(await poll(asking, device));

it("DF-12 ends a request after fifteen minutes, for the device and for its user", async () => {
  const { url, user } = asking;
  const [late, inTime] = [await givenDevice(asking), await givenDevice(asking, "openid offline_access")];
  product.advance(899);
  expect((await answer({ url, user }, inTime)).status).toBe(200);
  const { body: given } = await poll(asking, inTime);
  const seen = await see(url, user, late.user_code);
  expect(seen.status).toBe(200);
  product.advance(1);
  expect(await polled(late)).toEqual([400, "expired_token"]);
  const expired = await see(url, user, late.user_code);
  expect([expired.status, expired.body.code]).toEqual([410, "code_expired"]);
  // Its second use is recognized long after it has expired.
  product.advance(1200);
  expect(errorOf(await poll(asking, inTime))).toEqual(invalidGrant);
  expect(errorOf(await refresh(asking, given))).toEqual(invalidGrant);
});

it("DF-12 gives no tokens for an answer that the device did not fetch in time", async () => {
  const { url } = asking;
  const user = { ...asking.user, token: await signIn(url, asking.user) };
  const device = await givenDevice(asking);
  await answer({ url, user }, device);
  product.advance(900);
  expect(await polled(device)).toEqual([400, "expired_token"]);
});

it("DF-13 slows a device down that polls too often, by five seconds each time", async () => {
  const device = await givenDevice(asking);
  expect(await polled(device)).toEqual(pending);
  expect(await polled(device)).toEqual(slowDown);
  product.advance(5);
  expect(await polled(device)).toEqual(slowDown);
  product.advance(10);
  expect(await polled(device)).toEqual(slowDown);
  for (let n = 0; n < 3; n++) {
    product.advance(20);
    expect(await polled(device)).toEqual(pending);
  }
  // Another device of the application has a pace of its own.
  const other = await givenDevice(asking);
  for (let n = 0; n < 3; n++) {
    expect(await polled(other)).toEqual(pending);
    product.advance(5);
  }
});

it("DF-14 limits wrong codes by session and by network, and right ones not", async () => {
  const { url } = asking;
  const fresh = async (): Promise<Member> => givenSignedInUser(url);
  const device = await givenDevice(asking);
  const user = await fresh();
  const guess = (who: Member) => see(url, who, "BBBB-BBBB");
  const statusOf = ({ status }: Answered) => status;
  for (let n = 0; n < 12; n++) expect((await see(url, user, device.user_code)).status).toBe(200);
  const guesses = [];
  for (let n = 0; n < 11; n++) guesses.push(await guess(user));
  expect(guesses.map(statusOf)).toEqual([...Array(10).fill(404), 429]);
  expect(Number(guesses.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await see(url, user, device.user_code)).status).toBe(429);

  // The network has fifty in all.
  for (let n = 0; n < 4; n++) {
    const other = await fresh();
    expect(
      (await Promise.all(Array.from({ length: 12 }, () => guess(other)))).filter((each) => each.status === 404),
    ).toHaveLength(10);
  }
  expect((await guess(await fresh())).status).toBe(429);
});

it("DF-14 limits the devices of each public application in one network", async () => {
  const { url } = asking;
  const [open, another] = [
    await deviceApplication(url, { type: "public" }),
    await deviceApplication(url, { type: "public" }),
  ];
  const ask = (network: string, { clientId } = open) =>
    askDevice(url, { client_id: clientId }, { headers: { "x-forwarded-for": network } });
  const answers = await Promise.all(Array.from({ length: 63 }, () => ask("192.0.2.77")));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(errorOf)).toEqual(Array(3).fill([429, "temporarily_unavailable"]));
  expect((await ask("198.51.100.78")).status).toBe(200);
  expect((await ask("192.0.2.77", another)).status).toBe(200);
});
