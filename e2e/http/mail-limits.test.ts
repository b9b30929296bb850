/** @module-tag embedded/moves-clock */
import { type StoredEvent, userStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { type Answered, call, newPerson, type Person, verify } from "./client.ts";
import { byStatus, from, inBatches } from "./limited.ts";
import { when } from "./stored-log.ts";

const product = ownProductScene({ RATE_LIMITS: "on", TRUST_PROXY: "1" });
beforeAll(() => {
  product.stopClock();
});

const register = (person: Person, address: string) =>
  call(product.url, "POST /api/auth/register", { headers: from(address), body: person });
const resend = (email: string, address: string) =>
  call(product.url, "POST /api/auth/resend-verification", { headers: from(address), body: { email } });

async function givenRegisteredUser(address: string): Promise<Person & { id: string }> {
  const person = newPerson();
  const { status, body } = await register(person, address);
  expect(status).toBe(201);
  return { ...person, id: body.user.id };
}

const answerOf = ({ status, body }: Answered) => [status, body];
const placesOf = (events: readonly StoredEvent[]) => events.map(({ stream, type }) => [stream, type]);
/** The event that causes an email to a user. */
const emailRequestOf = ({ id }: { id: string }) => [userStream(id), "VerificationRequested"];

describe("emails to one address", () => {
  it("EV-07 are limited to one a minute and five an hour, from however many networks they are requested", async () => {
    // The registration sends the first of the five.
    const person = await givenRegisteredUser("198.51.100.1");
    const unknown = newPerson();
    const steps = [
      { seconds: 0, emails: 0 },
      { seconds: 60, emails: 1 },
      { seconds: 60, emails: 1 },
      { seconds: 60, emails: 1 },
      { seconds: 60, emails: 1 },
      { seconds: 60, emails: 0 },
      { seconds: 60, emails: 0 },
      { seconds: 1800, emails: 0 },
      { seconds: 1800, emails: 1 },
    ];

    for (const [step, { seconds, emails }] of steps.entries()) {
      product.advance(seconds);
      const requested = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? person.email : unknown.email));

      const { response: responses, events } = await when(product, () =>
        Promise.all(requested.map((email, n) => resend(email, `10.${step}.${n}.1`))),
      );

      expect(responses[0]?.status).toBe(200);
      expect(responses.map(answerOf)).toEqual(requested.map(() => answerOf(responses[0] as Answered)));
      expect(placesOf(events), `step ${step}`).toEqual(emails === 1 ? [emailRequestOf(person)] : []);
    }
  });
});

describe("emails requested from one network", () => {
  it("EV-07 are limited to thirty an hour over all addresses, with unchanged answers", async () => {
    const persons = await Promise.all(Array.from({ length: 34 }, (_, n) => givenRegisteredUser(`10.99.${n}.1`)));
    product.advance(60);
    // The first of the thirty.
    const ofUnknown = await resend(newPerson().email, "203.0.113.1");

    const { response: responses, events } = await when(product, () =>
      Promise.all(persons.map(({ email }) => resend(email, "203.0.113.2"))),
    );

    expect(responses.map(answerOf)).toEqual(persons.map(() => answerOf(ofUnknown)));
    const isServed = ({ id }: { id: string }) => events.some(({ stream }) => stream === userStream(id));
    const served = persons.filter(isServed);
    expect(served).toHaveLength(29);
    expect(placesOf(events).toSorted()).toEqual(served.map(emailRequestOf).toSorted());

    const leftOut = persons.find((person) => !isServed(person)) as Person & { id: string };
    const fromElsewhere = await when(product, () => resend(leftOut.email, "203.0.114.1"));
    expect(placesOf(fromElsewhere.events)).toEqual([emailRequestOf(leftOut)]);
  });

  it("RL-08 are limited to thirty registrations an hour, then 429 with Retry-After", async () => {
    const persons = Array.from({ length: 32 }, () => newPerson());

    const { response: responses, events } = await when(product, () =>
      Promise.all(persons.map((person, n) => register(person, `203.0.115.${n}`))),
    );

    const { 201: accepted = [], 429: refused = [] } = Object.groupBy(responses, ({ status }) => status);
    expect([accepted.length, refused.length]).toEqual([30, 2]);
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ code: "too_many_attempts" });
      expect([headers.get("retry-after"), headers.getSetCookie()]).toEqual(["3600", []]);
    }
    expect(events.filter(({ type }) => type === "UserRegistered")).toHaveLength(30);

    const fromElsewhere = await register(newPerson(), "203.0.116.1");
    expect(fromElsewhere.status).toBe(201);
    product.advance(3600);
    const anHourLater = await register(newPerson(), "203.0.115.1");
    expect(anHourLater.status).toBe(201);
  });

  it("A5 RL-04 are limited over all networks of one customer, and refused registrations leave other customers theirs", async () => {
    const { username } = await givenRegisteredUser("10.96.0.1");
    /** 31 addresses in each of four networks of 64 bits, which are in one of 56. */
    const addresses = Array.from({ length: 4 * 31 }, (_, n) => `2001:db8:1:${n % 4}::${n.toString(16)}`);

    const { response: responses, events } = await when(product, () =>
      inBatches(addresses, (address) => register(newPerson({ username }), address)),
    );

    const { 409: taken = [], 429: refused = [] } = byStatus(responses);
    expect([taken.length, refused.length]).toEqual([4 * 30, 4]);
    expect(events.filter(({ type }) => type === "UserRegistered")).toEqual([]);
    const sameCustomer = await register(newPerson(), "2001:db8:1:ff::1");
    expect([sameCustomer.status, sameCustomer.headers.get("retry-after")]).toEqual([429, "3600"]);
    for (const elsewhere of ["2001:db8:1:100::1", "2001:db8:2::1", "203.0.117.1"]) {
      expect((await register(newPerson(), elsewhere)).status, elsewhere).toBe(201);
    }
  });

  it("RL-08 T2 reveal five times an hour that an address is taken, then answer alike for any address", async () => {
    const known = await givenRegisteredUser("10.97.2.1");
    // An unverified one would be replaced after an hour.
    await verify(product.url, known.email);
    product.advance(3600);
    const { email } = newPerson();
    const register7Times = async (email: string) => {
      const responses = [await register(newPerson({ email }), "10.97.1.1")];
      for (let n = 0; n < 6; n++) responses.push(await register(newPerson({ email }), `10.98.${n}.1`));
      return responses;
    };

    const ofKnown = await when(product, () => register7Times(known.email));
    const ofNew = await when(product, () => register7Times(email));

    expect(ofKnown.response.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 429, 429]);
    expect(ofKnown.events.filter(({ type }) => type === "UserRegistered")).toEqual([]);
    const [first, ...later] = ofNew.response;
    expect(first?.status).toBe(201);
    expect(later.map(answerOf)).toEqual(ofKnown.response.slice(1).map(answerOf));
    expect(ofNew.events.filter(({ type }) => type === "UserRegistered")).toHaveLength(1);
  });
});
