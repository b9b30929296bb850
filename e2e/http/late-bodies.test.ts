/** @module-tag embedded/raw-http */
import { userStream } from "@attestory/events/envelope.ts";
import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin } from "./admins.ts";
import { call, givenSignedInUser, type Person, signIn } from "./client.ts";
import { filled } from "./declared-routes.ts";
import { goodWrites } from "./good-writes.ts";
import { knowingAll, when } from "./stored-log.ts";
import { heldBack } from "./wire.ts";

const product = sharedProductScene();
let url: string;
beforeAll(() => {
  url = product.url;
});

/** Sends the head of every write that needs a session; each returned function sends one's body. */
async function givenWritesWithoutBodies(person: Person, { token, sessionId }: { token: string; sessionId: string }) {
  const writes = (await goodWrites(url, person)).filter(({ open }) => !open);
  return Promise.all(
    writes.map(({ method, path, body }) =>
      heldBack(url, `${method} ${filled(path, sessionId)}`, { token, body: JSON.stringify(body) }),
    ),
  );
}

it("RC-14 refuses a request whose session ended while its body arrived, and does not revive the session", async () => {
  const owner = await givenAdmin(product);
  const stolenToken = await signIn(url, owner);
  const newPassword = "another correct horse";
  const sendBodies = await givenWritesWithoutBodies(
    { ...owner, password: newPassword },
    { token: stolenToken, sessionId: owner.token.split("_")[1] ?? "" },
  );
  const body = { currentPassword: owner.password, newPassword, confirmPassword: newPassword };
  const change = await call(url, "PUT /api/user/password", { token: owner.token, body });
  expect(change.status).toBe(200);

  const { response: statuses, events } = await when(product, () =>
    Promise.all(sendBodies.map((sendBody) => sendBody())),
  );

  expect(statuses.length).toBeGreaterThanOrEqual(5);
  expect(statuses).toEqual(sendBodies.map(() => 401));
  expect(events).toEqual([]);
  const headers = await knowingAll(product);
  expect((await call(url, "GET /api/auth/me", { token: stolenToken, headers })).status).toBe(401);
  const me = await call(url, "GET /api/auth/me", { token: owner.token, headers });
  expect([me.status, me.body.user.firstName]).toEqual([200, null]);
});

it("carries out one of two simultaneous requests with the same Idempotency-Key, and refuses the other", async () => {
  const { token, id } = await givenSignedInUser(url);
  for (let round = 0; round < 10; round++) {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const names = ["One", "Two"].map((name) => `${name} ${round}`);

    const { response: responses, events } = await when(product, () =>
      Promise.all(
        names.map((firstName) =>
          call(url, "PUT /api/user/profile", { token, headers, body: { firstName, lastName: "" } }),
        ),
      ),
    );

    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe("idempotency_key_reused");
    expect(events.map(({ stream, type }) => [stream, type])).toEqual([[userStream(id), "ProfileChanged"]]);
    const won = responses.findIndex(({ status }) => status === 200);
    const mark = { "x-log-position": responses[won]?.headers.get("x-log-position") ?? "" };
    const me = await call(url, "GET /api/auth/me", { token, headers: mark });
    expect(me.body.user.firstName).toBe(names[won]);
  }
});
