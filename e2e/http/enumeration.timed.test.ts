import { holdSeconds } from "@attestory/command-api/accounts/registration-age.ts";
import { recommendedCost } from "@attestory/command-api/passwords/password-hasher.ts";
import { expect, it, onTestFinished } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { type Answered, call, givenSignedInUser, newPerson, register } from "./client.ts";
import { interleaved, tellsApart } from "./statistics.ts";
import { storedEvents } from "./stored-log.ts";

/** Passwords cost as much as in production: only then is a skipped hash measurable. */
async function started(env: Record<string, string> = {}) {
  const product = await startInProcess({ LOG_LEVEL: "silent", ...env }, { passwordCost: recommendedCost });
  onTestFinished(product.remove);
  return product;
}
const expectStatus = async (status: number, asking: Promise<Answered>) => {
  expect((await asking).status).toBe(status);
};

it("AU-07 answers a request for another email as fast for known as for unknown addresses", async () => {
  const { url } = await started();
  const unverified = newPerson();
  await register(url, unverified);
  const verified = await givenSignedInUser(url);
  const resend = ({ email }: { email: string }) =>
    expectStatus(200, call(url, "POST /api/auth/resend-verification", { body: { email } }));
  const measured = () =>
    interleaved(30, {
      unknown: () => resend(newPerson()),
      verified: () => resend(verified),
      unverified: () => resend(unverified),
    });
  expect(await tellsApart("unknown", measured)).toEqual([]);
});

it("AU-07 EV-09 answers a request for a new password as fast for known as for unknown addresses", async () => {
  const { url } = await started();
  const unverified = newPerson();
  await register(url, unverified);
  const verified = await givenSignedInUser(url);
  const forgot = ({ email }: { email: string }) =>
    expectStatus(200, call(url, "POST /api/auth/forgot-password", { body: { email } }));
  const measured = () =>
    interleaved(30, {
      unknown: () => forgot(newPerson()),
      verified: () => forgot(verified),
      unverified: () => forgot(unverified),
    });
  expect(await tellsApart("unknown", measured)).toEqual([]);
});

it("A3 AU-06 registers a known address as fast as a new one under strict protection, whatever its account", async () => {
  const strict = await started({ ENUMERATION_PROTECTION: "strict" });
  const owner = await givenSignedInUser(strict.url);
  const replaceable = Array.from({ length: 80 }, () => newPerson());
  for (const person of replaceable) await register(strict.url, person);
  strict.advance(holdSeconds);
  const pending = newPerson();
  await register(strict.url, pending);
  const next = () => replaceable.pop() ?? newPerson();
  const registering = (email: string) =>
    expectStatus(201, call(strict.url, "POST /api/auth/register", { body: newPerson({ email }) }));
  const measured = () =>
    interleaved(40, {
      fresh: () => registering(newPerson().email),
      known: () => registering(owner.email),
      pending: () => registering(pending.email),
      replaceable: () => registering(next().email),
    });
  expect(await tellsApart("fresh", measured)).toEqual([]);
  expect((await storedEvents(strict)).filter(({ type }) => type === "DecoyRegistered").length).toBeGreaterThan(39);
});
