import { expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { call, givenSignedInUser, signIn } from "./client.ts";
import { knowingAll } from "./stored-log.ts";

const stack = sharedProductScene();

it("A7 SE-05 SE-12 a user has a hundred live sessions at most: with the next sign-in the oldest one ends", async () => {
  const user = await givenSignedInUser(stack.url);
  const tokens = [user.token];
  for (let n = 1; n < 100; n += 9) {
    tokens.push(...(await Promise.all(Array.from({ length: 9 }, () => signIn(stack.url, user)))));
  }
  const statuses = async () => {
    const headers = await knowingAll(stack);
    const reads = tokens.map((token) => call(stack.url, "GET /api/auth/me", { token, headers }));
    return (await Promise.all(reads)).map(({ status }) => status);
  };
  expect(await statuses()).toEqual(Array(100).fill(200));

  tokens.push(await signIn(stack.url, user));

  expect(await statuses()).toEqual([401, ...Array(100).fill(200)]);
  expect((await call(stack.url, "DELETE /api/user/sessions", { token: user.token })).status).toBe(401);
});
