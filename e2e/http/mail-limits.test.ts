/** @module-tag embedded/moves-clock */
import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { call, newPerson, type Person } from "./client.ts";
import { from } from "./limited.ts";

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess({ RATE_LIMITS: "on", TRUST_PROXY: "1" });
  product.stopClock();
});
afterAll(() => product.remove());

const register = (person: Person, address: string) =>
  call(product.url, "POST /api/auth/register", { headers: from(address), body: person });
const resend = (email: string, address: string) =>
  call(product.url, "POST /api/auth/resend-verification", { headers: from(address), body: { email } });
/** Counts the events that cause emails. */
const asked = async (id: string) =>
  (await product.history(userStream(id))).filter(({ type }) => type !== "EmailVerified").length;

async function givenRegisteredUser(address: string): Promise<Person & { id: string }> {
  const person = newPerson();
  const { status, body } = await register(person, address);
  expect(status).toBe(201);
  return { ...person, id: body.user.id };
}

describe("emails to one address", () => {
  it("EV-07 are limited to one a minute and five an hour, from however many networks they are requested", async () => {
    const person = await givenRegisteredUser("198.51.100.1");
    const unknown = newPerson();
    const counts = [];
    for (const seconds of [0, 60, 60, 60, 60, 60, 60, 1800]) {
      product.advance(seconds);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          resend(n % 2 === 0 ? person.email : unknown.email, `10.${counts.length}.${n}.1`),
        ),
      );
      expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
      expect(answers[0]?.status).toBe(200);
      counts.push(await asked(person.id));
    }
    // The first email came with the registration.
    expect(counts).toEqual([1, 2, 3, 4, 5, 5, 5, 5]);
    product.advance(1800);
    await resend(person.email, "198.51.100.2");
    expect(await asked(person.id)).toBe(6);
  });
});

describe("emails requested from one network", () => {
  it("EV-07 are limited to thirty an hour over all addresses, with unchanged answers", async () => {
    const persons = await Promise.all(Array.from({ length: 34 }, (_, n) => givenRegisteredUser(`10.99.${n}.1`)));
    product.advance(60);
    const unknown = await resend(newPerson().email, "203.0.113.1");
    const answers = await Promise.all(persons.map(({ email }) => resend(email, "203.0.113.2")));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toEqual(
      new Set([JSON.stringify([unknown.status, unknown.body])]),
    );
    const emails = await Promise.all(persons.map(({ id }) => asked(id)));
    expect(emails.filter((count) => count === 2)).toHaveLength(29);
    // The address that got no email gets one on request from another network.
    const leftOut = persons[emails.indexOf(1)];
    await resend(leftOut?.email ?? "", "203.0.114.1");
    expect(await asked(leftOut?.id ?? "")).toBe(2);
  });

  it("RL-08 are limited to thirty registrations an hour, then 429 with Retry-After", async () => {
    const answers = await Promise.all(Array.from({ length: 32 }, (_, n) => register(newPerson(), `203.0.115.${n}`)));
    const { 201: taken = [], 429: refused = [] } = Object.groupBy(answers, ({ status }) => status);
    expect([taken.length, refused.length]).toEqual([30, 2]);
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ code: "too_many_attempts" });
      expect([headers.get("retry-after"), headers.getSetCookie()]).toEqual(["3600", []]);
    }
    expect((await register(newPerson(), "203.0.116.1")).status).toBe(201);
    product.advance(3600);
    expect((await register(newPerson(), "203.0.115.1")).status).toBe(201);
  });

  it("RL-08 T2 reveal five times an hour that an address is taken, then answer alike for any address", async () => {
    const registerAgain = async (email: string) => {
      const answers = [];
      for (let n = 0; n < 6; n++) answers.push(await register(newPerson({ email }), `10.98.${n}.1`));
      return answers.map(({ status, body }) => [status, body]);
    };
    const known = await givenRegisteredUser("10.97.2.1");
    product.advance(3600);
    expect((await register(newPerson({ email: known.email }), "10.97.1.1")).status).toBe(409);
    const ofKnown = await registerAgain(known.email);
    expect(ofKnown.map(([status]) => status)).toEqual([409, 409, 409, 409, 429, 429]);

    const { email } = newPerson();
    expect((await register(newPerson({ email }), "10.97.1.1")).status).toBe(201);
    expect(await registerAgain(email)).toEqual(ofKnown);
  });
});
