/**
 * @module-tag random
 * @module-tag two-processes
 */
import { userStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { call, givenSignedInUser, newPerson, register, signIn, verify } from "./client.ts";
import { codes, rounds, times, unsettledReservations } from "./races.ts";
import { storedEvents, typesIn } from "./stored-log.ts";

let lenient: SharedProduct;
let strict: SharedProduct;
/** The number of events that each product had before. */
const countBefore = new Map<SharedProduct, number>();
beforeAll(async () => {
  lenient = await sharedProduct();
  strict = await sharedProduct({ ENUMERATION_PROTECTION: "strict" });
  for (const product of [lenient, strict]) countBefore.set(product, (await storedEvents(product)).length);
});

afterEach(async () => {
  for (const [product, count] of countBefore) expect(await unsettledReservations(product, count)).toEqual([]);
});

const sendRegistration = ({ url }: SharedProduct, said: object) =>
  call(url, "POST /api/auth/register", { body: newPerson(said) });

describe("fifty simultaneous registrations", () => {
  it("RC-01 of one address create one account", async () => {
    for (let round = 0; round < rounds; round++) {
      const person = newPerson();
      const { email, password } = person;
      const answers = await Promise.all(times(50, () => sendRegistration(lenient, { email })));
      expect(codes(answers)).toEqual({ "201": 1, "409 email_taken": 49 });
      await verify(lenient.url, email);
      await signIn(lenient.url, { ...person, password });
    }
  });

  it("RC-01 of one address create one account, and decoys under strict protection", async () => {
    const { email } = newPerson();
    const answers = await Promise.all(times(50, () => sendRegistration(strict, { email })));
    expect(codes(answers)).toEqual({ "201": 50 });
    const histories = await Promise.all(answers.map(({ body }) => typesIn(strict, userStream(body.user.id))));
    const began = histories.map(([first]) => first);
    expect(began.toSorted()).toEqual([...Array(49).fill("DecoyRegistered"), "UserRegistered"]);
  });

  it("RC-02 of one username create one account, and free the others' addresses", async () => {
    for (let round = 0; round < rounds; round++) {
      const { username } = newPerson();
      const people = times(50, () => newPerson({ username }));
      const answers = await Promise.all(people.map((person) => sendRegistration(lenient, person)));
      expect(codes(answers)).toEqual({ "201": 1, "409 username_taken": 49 });
      const losers = people.filter((_, n) => answers[n]?.status === 409);
      for (const { email } of losers.slice(0, 3)) await register(lenient.url, newPerson({ email }));
    }
  });

  it("RC-02 of one username free it if they lose their address", async () => {
    const { email } = await givenSignedInUser(lenient.url);
    const { username } = newPerson();
    const answers = await Promise.all(times(50, () => sendRegistration(lenient, { username, email })));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(409));
    await register(lenient.url, newPerson({ username }));
  });
});
