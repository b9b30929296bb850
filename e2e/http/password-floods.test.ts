/**
 * @module-tag embedded/many-addresses
 * @module-tag embedded/one-process
 */
import { recommendedCost } from "@attestory/command-api/passwords/password-hasher.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { type Answered, call, givenSignedInUser, type Person } from "./client.ts";
import { byStatus, from, login } from "./limited.ts";

/** Many more at once than the 68 that are hashed or wait at most, so that the queue fills up on fast machines, too. */
const parallel = 100;
const attacker = { address: "203.0.113.7" };

let product: InProcess;
let honest: Person[];
let flooded: Person & { token: string };
beforeAll(async () => {
  // At the product's cost, requests arrive faster than they are hashed.
  product = await startInProcess({ TRUST_PROXY: "1" }, { passwordCost: recommendedCost });
  flooded = await givenSignedInUser(product.url);
  honest = await Promise.all(Array.from({ length: 4 }, () => givenSignedInUser(product.url)));
});
afterAll(() => product.remove());

const all = (count: number, send: (n: number) => Promise<Answered>) =>
  Promise.all(Array.from({ length: count }, (_, n) => send(n)));

/** Each from a network of their own. */
const signInHonestly = () =>
  Promise.all(honest.map((person, n) => login(product.url, person, { address: `198.51.${n}.1` })));

/** Floods the product, and lets honest users sign in meanwhile, until the flood has filled the queue. */
async function floodUntilBusy(flood: () => Promise<Answered[]>) {
  const ofHonest: Answered[] = [];
  for (;;) {
    const flooding = flood();
    for (let n = 0; n < 2; n++) ofHonest.push(...(await signInHonestly()));
    const ofFlood = await flooding;
    if (byStatus(ofFlood)[503]) return { ofHonest, ofFlood };
  }
}
const expectOnlyFloodShed = ({ ofHonest, ofFlood }: Awaited<ReturnType<typeof floodUntilBusy>>) => {
  expect(Object.keys(byStatus(ofHonest))).toEqual(["200"]);
  for (const { body, headers } of byStatus(ofFlood)[503] ?? []) {
    expect(body).toMatchObject({ code: "busy" });
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  }
};

describe("honest sign-ins from other networks", () => {
  it("A2 succeed while one account floods the service with its right password", async () => {
    const flood = () => all(parallel, () => login(product.url, flooded, attacker));
    const outcome = await floodUntilBusy(flood);
    expectOnlyFloodShed(outcome);
    expect(byStatus(outcome.ofFlood)[200]).toBeDefined();
  });

  it("A2 succeed while one IPv6 site floods the service with many addresses, accounts and /64 networks", async () => {
    const flood = () =>
      all(parallel, (n) =>
        login(product.url, { ...flooded, email: `p${n}@example.com` }, { address: `2001:db8:7:${n}::1` }),
      );
    expectOnlyFloodShed(await floodUntilBusy(flood));
  });

  it("A2 succeed while one account floods the service with password changes", async () => {
    let [current, next] = [flooded.password, "another passphrase"];
    const flood = async () => {
      const body = { currentPassword: current, newPassword: next, confirmPassword: next };
      const { token } = flooded;
      const change = () =>
        call(product.url, "PUT /api/user/password", { token, body, headers: from(attacker.address) });
      const answers = await all(parallel, change);
      if (byStatus(answers)[200]) [current, next] = [next, current];
      return answers;
    };
    expectOnlyFloodShed(await floodUntilBusy(flood));
  });
});
