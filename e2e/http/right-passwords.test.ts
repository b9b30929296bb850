/** @module-tag embedded/moves-clock */
import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { call, givenSignedInUser, newPerson, type Person } from "./client.ts";
import { byStatus, from, login, setCookie, wrongPassword } from "./limited.ts";
import { when } from "./stored-log.ts";

const product = ownProductScene({ RATE_LIMITS: "on", TRUST_PROXY: "1" });
beforeAll(() => {
  product.stopClock();
});

const signIn = (person: Person, address: string, device?: string) => login(product.url, person, { address, device });
const changePassword = (token: string, currentPassword: string) => {
  const newPassword = "another passphrase";
  const body = { currentPassword, newPassword, confirmPassword: newPassword };
  return call(product.url, "PUT /api/user/password", { token, body, headers: from("203.0.113.9") });
};
const alike = ({ status, body, headers }: Awaited<ReturnType<typeof call>>) => ({
  status,
  body,
  wait: headers.get("retry-after"),
  names: [...headers.keys()].toSorted(),
});

describe("the limit of right passwords", () => {
  it("A2 ends 70 parallel sign-ins, again and again, of one account, and lasts an hour", async () => {
    const owner = await givenSignedInUser(product.url);
    const device = setCookie(await signIn(owner, "198.51.100.1"), "__Host-device");

    // From many networks, so that no limit of a network applies.
    const flood = (wave: number) =>
      Promise.all(Array.from({ length: 70 }, (_, n) => signIn(owner, `10.${wave}.${n}.7`)));
    const accepted = [];
    for (let wave = 0, isAccepted = true; isAccepted; wave++) {
      const { 200: right = [], 429: refused = [] } = byStatus(await flood(wave));
      expect(right.length + refused.length).toBe(70);
      accepted.push(...right);
      isAccepted = right.length > 0;
    }
    // The owner's own two sign-ins count as well.
    expect(accepted).toHaveLength(58);

    const change = await when(product, () => changePassword(owner.token, owner.password));
    expect([change.response.status, change.events]).toEqual([429, []]);
    expect((await signIn(owner, "198.51.100.1", device)).status).toBe(200);
    expect((await signIn(await givenSignedInUser(product.url), "10.0.0.7")).status).toBe(200);

    product.advance(3600);
    expect((await signIn(owner, "198.51.100.2")).status).toBe(200);
  });

  it("A2 A7 is not multiplied by known devices: twenty browsers a day become known, and every sign-in succeeds", async () => {
    const owner = await givenSignedInUser(product.url);
    const signIns = [];
    for (let n = 0; n < 25; n++) signIns.push(await signIn(owner, `10.8.${n}.7`));
    expect(signIns.map(({ status }) => status)).toEqual(Array(25).fill(200));
    const remembered = signIns.map((answer) => answer.headers.getSetCookie().some((line) => line.includes("device=")));
    // The owner's own sign-in was the first.
    expect(remembered).toEqual([...Array(19).fill(true), ...Array(6).fill(false)]);

    const device = setCookie(signIns[0] as (typeof signIns)[0], "__Host-device");
    expect(setCookie(await signIn(owner, "10.8.99.7", device), "__Host-device")).not.toBe("");
    product.advance(24 * 3600);
    expect(setCookie(await signIn(owner, "10.8.99.7"), "__Host-device")).not.toBe("");
  });

  it("A2 answers wrong passwords for the account as for an address without one", async () => {
    const owner = await givenSignedInUser(product.url);
    for (let n = 0; n < 59; n++) expect((await signIn(owner, `10.9.${n}.7`)).status).toBe(200);
    const right = await signIn(owner, "10.9.99.7");
    expect([right.status, Number(right.headers.get("retry-after"))]).toEqual([429, 3600]);

    const guess8Times = async (person: Person) => {
      const responses = [];
      // The right password beyond the limit counted as the first attempt.
      for (let n = 0; n < 8; n++) responses.push(await signIn({ ...person, password: wrongPassword }, "192.0.2.7"));
      return responses.map(alike);
    };
    const ofOwner = await guess8Times(owner);
    const unknown = newPerson();
    await signIn(unknown, "192.0.2.7");

    expect(ofOwner).toEqual(await guess8Times(unknown));
    expect(ofOwner.map(({ status }) => status)).toEqual([401, 401, 401, 401, 429, 429, 429, 429]);
  });
});
