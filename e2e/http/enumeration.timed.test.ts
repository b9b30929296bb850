import { recommendedCost } from "@attestory/command-api/passwords/password-hasher.ts";
import { expect, it, onTestFinished } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { call, member, newPerson, register } from "./client.ts";
import { interleaved, tellsApart } from "./statistics.ts";
import { storedEvents } from "./stored-log.ts";

/** Passwords cost as much as in production: only then is a skipped hash measurable. */
async function started(env: Record<string, string> = {}) {
  const product = await startInProcess({ LOG_LEVEL: "silent", ...env }, { passwordCost: recommendedCost });
  onTestFinished(product.remove);
  return product;
}
const post = async (url: string, path: string, body: object, status: number) => {
  const answer = await call(url, "POST", path, { body });
  expect(answer.status).toBe(status);
};

it("AU-07 takes as long to ask for a letter again whether the address has an account or not", async () => {
  const { url } = await started();
  const unverified = newPerson();
  await register(url, unverified);
  const verified = await member(url);
  const resend = ({ email }: { email: string }) => post(url, "/api/auth/resend-verification", { email }, 200);
  const measured = () =>
    interleaved(30, {
      unknown: () => resend(newPerson()),
      verified: () => resend(verified),
      unverified: () => resend(unverified),
    });
  expect(await tellsApart("unknown", measured)).toEqual([]);
});

it("AU-06 takes as long to register a known address as a new one, where enumeration is protected strictly", async () => {
  const strict = await started({ ENUMERATION_PROTECTION: "strict" });
  const owner = await member(strict.url);
  const registering = (email: string) => post(strict.url, "/api/auth/register", newPerson({ email }), 201);
  const measured = () =>
    interleaved(40, { fresh: () => registering(newPerson().email), known: () => registering(owner.email) });
  expect(await tellsApart("fresh", measured)).toEqual([]);
  expect((await storedEvents(strict)).filter(({ type }) => type === "DecoyRegistered").length).toBeGreaterThan(39);
});
