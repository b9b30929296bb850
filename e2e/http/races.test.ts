/**
 * @module-tag random
 * @module-tag two-processes
 */

import { recommendedCost } from "@attestory/command-api/passwords/password-hasher.ts";
import { type StoredEvent, userStream } from "@attestory/events/envelope.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import type { SharedProduct } from "../shared-product.ts";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { type Answered, call, emailsTo, givenSignedInUser, tokenIn } from "./client.ts";
import { codes, rounds, times, unsettledReservations } from "./races.ts";
import { knowingAll, storedEvents, typesIn, when } from "./stored-log.ts";
import { givenUserWithLink, openLink } from "./verification-links.ts";

const product = sharedProductScene();
/** Hashes at the full cost: a password change takes as long as in production. */
let hashing: InProcess;
/** The number of events that the product had before. */
let countBefore: number;
beforeAll(async () => {
  hashing = await startInProcess({}, { passwordCost: recommendedCost });
  countBefore = (await storedEvents(product)).length;
});

afterAll(() => hashing.remove());

afterEach(async () => {
  expect(await unsettledReservations(product, countBefore)).toEqual([]);
});

it("RC-09 ends every session of the old password at its change, and starts none afterwards", async () => {
  const { url } = hashing;
  for (let round = 0; round < rounds; round++) {
    const { email, password, token } = await givenSignedInUser(url);
    const login = () => call(url, "POST /api/auth/login", { body: { email, password } });
    const newPassword = "another passphrase";
    const body = { currentPassword: password, newPassword, confirmPassword: newPassword };

    const change = call(url, "PUT /api/user/password", { token, body });
    let isChanged = false;
    const signIns = times(5, async () => {
      const responses: Answered[] = [];
      while (!isChanged) responses.push(await login());
      return responses;
    });
    const changed = await change.finally(() => (isChanged = true));
    const after = await Promise.all(times(3, login));
    const during = (await Promise.all(signIns)).flat();

    expect(changed.status).toBe(200);
    expect(after.map(({ status }) => status)).toEqual([401, 401, 401]);
    for (const { status } of during) expect([200, 401]).toContain(status);
    const headers = await knowingAll(hashing);
    for (const { body } of during.filter(({ status }) => status === 200)) {
      const read = await call(url, "GET /api/auth/me", { token: body.token, headers });
      const write = await call(url, "PUT /api/user/profile", { token: body.token, body: {} });
      expect([read.status, write.status]).toEqual([401, 401]);
    }
  }
});

it("RC-10 verifies once for a link opened twenty times at once", async () => {
  const user = await givenUserWithLink(product.url);

  const { response: responses, events } = await when(product, () =>
    Promise.all(times(20, () => openLink(product.url, `?token=${user.link}`))),
  );

  expect(codes(responses)).toEqual({ "200": 20 });
  expect(events.map(({ stream, type }) => [stream, type])).toEqual([[userStream(user.id), "EmailVerified"]]);
  expect(await typesIn(product, userStream(user.id))).toEqual(["UserRegistered", "EmailVerified"]);
});

it("RC-10 accepts one of the links requested twenty times at once", async () => {
  const { url } = product;
  const { email, id } = await givenUserWithLink(url);
  const resends = await Promise.all(
    times(20, () => call(url, "POST /api/auth/resend-verification", { body: { email } })),
  );
  expect(codes(resends)).toEqual({ "200": 20 });
  const requests = (await typesIn(product, userStream(id))).length;
  expect(requests).toBeGreaterThan(1);
  const sentTo = ({ type, data }: StoredEvent) => /^Letter/.test(type) && data.includes(id);
  await expect.poll(async () => (await storedEvents(product)).filter(sentTo)).toHaveLength(requests);
  const links = (await emailsTo(url, email)).map(tokenIn);

  const { response: statuses, events } = await when(product, async () => {
    const statuses: number[] = [];
    for (const link of links.toReversed()) statuses.push((await openLink(url, `?token=${link}`)).status);
    return statuses;
  });

  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(events.map(({ stream, type }) => [stream, type])).toEqual([[userStream(id), "EmailVerified"]]);
  expect((await typesIn(product, userStream(id))).filter((type) => type === "EmailVerified")).toHaveLength(1);
});

it("RC-13 stores each of fifty simultaneous profile changes, and shows the last", async () => {
  for (let round = 0; round < rounds; round++) {
    const { token, id } = await givenSignedInUser(product.url);
    const names = times(50, (n) => `n${n}`);

    const { response: responses, events } = await when(product, () =>
      Promise.all(
        names.map(async (firstName) => {
          const body = { firstName, lastName: "" };
          return { ...(await call(product.url, "PUT /api/user/profile", { token, body })), firstName };
        }),
      ),
    );

    for (const { status, body } of responses) expect([200, 409], JSON.stringify(body)).toContain(status);
    const accepted = responses.filter(({ status }) => status === 200).map(({ firstName }) => firstName);
    const changes = events.filter(({ stream, type }) => stream === userStream(id) && type === "ProfileChanged");
    const history = await product.history(userStream(id));
    const stored = history.flatMap(({ type, data }) => (type === "ProfileChanged" ? [data.firstName] : []));
    expect(changes).toHaveLength(accepted.length);
    expect(stored.toSorted()).toEqual(accepted.toSorted());
    const me = await call(product.url, "GET /api/auth/me", { token, headers: await knowingAll(product) });
    expect(me.body.user.firstName).toBe(stored.at(-1));
  }
});

describe("RC-14 once a sign-out is answered", () => {
  // Several processes allow less: docs/decisions/sign-outs-and-running-commands.md.
  const inOneProcess = { tags: ["embedded/one-process"] };

  /** Signs out once `answered` of the writes in progress are answered. */
  const expectNoWriteAfterSignOut = async (
    product: SharedProduct,
    { token, id }: { token: string; id: string },
    { path, bodies, answered }: { path: string; bodies: readonly object[]; answered: number },
  ) => {
    let count = 0;
    const writes = bodies.map(async (body) => {
      const response = await call(product.url, `PUT ${path}`, { token, body });
      count++;
      return response;
    });
    await expect.poll(() => count, { interval: 1 }).toBeGreaterThanOrEqual(answered);

    const signOut = await call(product.url, "POST /api/auth/logout", { token });
    const positionAtSignOut = (await storedEvents(product)).at(-1)?.position ?? 0n;
    const responses = await Promise.all(writes);

    expect(signOut.status).toBe(200);
    for (const { status, body } of responses) expect([200, 401, 409], JSON.stringify(body)).toContain(status);
    const written = (await storedEvents(product)).filter(({ stream }) => stream === userStream(id));
    expect(written.filter(({ position }) => position > positionAtSignOut)).toEqual([]);
  };

  it("its session no longer writes: fifty changes of the profile", inOneProcess, async () => {
    const bodies = times(50, (n) => ({ firstName: `n${n}`, lastName: "" }));
    for (let round = 0; round < rounds; round++) {
      for (const answered of [0, 1, 8]) {
        await expectNoWriteAfterSignOut(product, await givenSignedInUser(product.url), {
          path: "/api/user/profile",
          bodies,
          answered,
        });
      }
    }
  });

  it("its session no longer writes: a change of the password", inOneProcess, async () => {
    const newPassword = "another passphrase";
    const path = "/api/user/password";
    for (let round = 0; round < rounds * 3; round++) {
      const person = await givenSignedInUser(hashing.url);
      const body = { currentPassword: person.password, newPassword, confirmPassword: newPassword };
      await expectNoWriteAfterSignOut(hashing, person, { path, bodies: [body], answered: 0 });
    }
  });

  it("every process refuses what is sent for its session, also while earlier requests are being handled", async () => {
    for (let round = 0; round < rounds; round++) {
      const { token, id } = await givenSignedInUser(product.url);
      const rename = (firstName: string) =>
        call(product.url, "PUT /api/user/profile", { token, body: { firstName, lastName: "" } });
      const earlier = times(20, (n) => rename(`earlier ${n}`));

      const signOut = await call(product.url, "POST /api/auth/logout", { token });
      const later = await Promise.all(times(20, (n) => rename(`later ${n}`)));
      await Promise.all(earlier);

      expect(signOut.status).toBe(200);
      expect(codes(later)).toEqual({ "401 not_signed_in": 20 });
      const names = (await product.history(userStream(id))).flatMap(({ type, data }) =>
        type === "ProfileChanged" ? [data.firstName] : [],
      );
      expect(names.filter((name) => name?.startsWith("later"))).toEqual([]);
    }
  });
});
