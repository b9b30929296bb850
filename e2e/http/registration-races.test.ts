/**
 * @module-tag random
 * @module-tag two-processes
 */

import { type StoredEvent, userStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import type { SharedProduct } from "../shared-product.ts";
import { type Answered, call, givenSignedInUser, newPerson, type Person, register, signIn, verify } from "./client.ts";
import { codes, rounds, times, unsettledReservations } from "./races.ts";
import { storedEvents, typesIn, when } from "./stored-log.ts";

const lenient = sharedProductScene();
const strict = sharedProductScene({ ENUMERATION_PROTECTION: "strict" });
/** The number of events that each product had before. */
const countBefore = new Map<SharedProduct, number>();
beforeAll(async () => {
  for (const product of [lenient, strict]) countBefore.set(product, (await storedEvents(product)).length);
});

afterEach(async () => {
  for (const [product, count] of countBefore) expect(await unsettledReservations(product, count)).toEqual([]);
});

/** Sends the registrations of these people, all at once. */
const whenAllRegister = (product: SharedProduct, people: readonly Person[]) =>
  when(product, () =>
    Promise.all(people.map((person) => call(product.url, "POST /api/auth/register", { body: person }))),
  );

/** The streams of the accounts that the events create. */
const accountsIn = (events: readonly StoredEvent[]) =>
  events.filter(({ type }) => type === "UserRegistered").map(({ stream }) => stream);
/** The streams of the accounts that the responses report as created. */
const accountsOf = (responses: readonly Answered[]) =>
  responses.filter(({ status }) => status === 201).map(({ body }) => userStream(body.user.id));

describe("fifty simultaneous registrations", () => {
  it("RC-01 of one address create one account", async () => {
    for (let round = 0; round < rounds; round++) {
      const { email } = newPerson();
      const people = times(50, () => newPerson({ email }));

      const { response: responses, events } = await whenAllRegister(lenient, people);

      expect(codes(responses)).toEqual({ "201": 1, "409 email_taken": 49 });
      expect(accountsIn(events)).toEqual(accountsOf(responses));
      await verify(lenient.url, email);
      await signIn(lenient.url, newPerson({ email }));
    }
  });

  it("RC-01 of one address create one account, and decoys under strict protection", async () => {
    const { email } = newPerson();
    const people = times(50, () => newPerson({ email }));

    const { response: responses, events } = await whenAllRegister(strict, people);

    expect(codes(responses)).toEqual({ "201": 50 });
    expect(accountsIn(events)).toHaveLength(1);
    const histories = await Promise.all(responses.map(({ body }) => typesIn(strict, userStream(body.user.id))));
    const began = histories.map(([first]) => first);
    expect(began.toSorted()).toEqual([...Array(49).fill("DecoyRegistered"), "UserRegistered"]);
  });

  it("RC-02 of one username create one account, and free the others' addresses", async () => {
    for (let round = 0; round < rounds; round++) {
      const { username } = newPerson();
      const people = times(50, () => newPerson({ username }));

      const { response: responses, events } = await whenAllRegister(lenient, people);

      expect(codes(responses)).toEqual({ "201": 1, "409 username_taken": 49 });
      expect(accountsIn(events)).toEqual(accountsOf(responses));
      const losers = people.filter((_, n) => responses[n]?.status === 409);
      for (const { email } of losers.slice(0, 3)) await register(lenient.url, newPerson({ email }));
    }
  });

  it("RC-02 of one username free it if they lose their address", async () => {
    const { email } = await givenSignedInUser(lenient.url);
    const { username } = newPerson();
    const people = times(50, () => newPerson({ username, email }));

    const { response: responses, events } = await whenAllRegister(lenient, people);

    expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(409));
    expect(accountsIn(events)).toEqual([]);
    await register(lenient.url, newPerson({ username }));
  });
});
