/** @module-tag embedded/raw-http */
import { beforeAll, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { call, givenSignedInUser, signIn } from "./client.ts";
import { filled } from "./declared-routes.ts";
import { goodWrites } from "./good-writes.ts";
import { knowingAll } from "./stored-log.ts";
import { heldBack } from "./wire.ts";

let stack: SharedProduct;
beforeAll(async () => {
  stack = await sharedProduct();
});

it("RC-14 refuses a request whose session ended while its body arrived, and does not revive the session", async () => {
  const owner = await givenSignedInUser(stack.url);
  const newPassword = "another correct horse";
  const thief = await signIn(stack.url, owner);
  const writes = await goodWrites(stack.url, { ...owner, password: newPassword });
  const signedIn = writes.filter(({ open }) => !open);
  expect(signedIn.length).toBeGreaterThanOrEqual(5);
  const ownersSession = owner.token.split("_")[1] ?? "";
  const requests = await Promise.all(
    signedIn.map(({ method, path, body }) =>
      heldBack(stack.url, `${method} ${filled(path, ownersSession)}`, { token: thief, body: JSON.stringify(body) }),
    ),
  );
  const body = { currentPassword: owner.password, newPassword, confirmPassword: newPassword };
  expect((await call(stack.url, "PUT /api/user/password", { token: owner.token, body })).status).toBe(200);
  expect(await Promise.all(requests.map((release) => release()))).toEqual(signedIn.map(() => 401));
  const headers = await knowingAll(stack);
  expect((await call(stack.url, "GET /api/auth/me", { token: thief, headers })).status).toBe(401);
  const me = await call(stack.url, "GET /api/auth/me", { token: owner.token, headers });
  expect([me.status, me.body.user.firstName]).toEqual([200, null]);
});

it("carries out one of two simultaneous requests with the same Idempotency-Key, and refuses the other", async () => {
  const { token } = await givenSignedInUser(stack.url);
  for (let round = 0; round < 10; round++) {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const names = ["One", "Two"].map((name) => `${name} ${round}`);
    const answers = await Promise.all(
      names.map((firstName) =>
        call(stack.url, "PUT /api/user/profile", { token, headers, body: { firstName, lastName: "" } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("idempotency_key_reused");
    const won = answers.findIndex(({ status }) => status === 200);
    const mark = { "x-log-position": answers[won]?.headers.get("x-log-position") ?? "" };
    const me = await call(stack.url, "GET /api/auth/me", { token, headers: mark });
    expect(me.body.user.firstName).toBe(names[won]);
  }
});
