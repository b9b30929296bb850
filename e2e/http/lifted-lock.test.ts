import { codeAt, wrongCode } from "@attestory/command-api/testing/totp-codes.ts";
import { secondFactorsStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { sharedProduct } from "../shared-product.ts";
import { care, givenAdmin } from "./admins.ts";
import { givenProtectedUser, signInWith } from "./second-factors.ts";

it("D6 lifts the lock of an account after wrong codes with its limits, for the right code at once", async () => {
  const product = await sharedProduct();
  const { url } = product;
  const [admin, user] = [await givenAdmin(product), await givenProtectedUser(url)];
  const give = (totpCode: string) => signInWith(url, user, { totpCode });
  for (let guess = 0; guess < 5; guess++) await give(wrongCode(user.secret, new Date()));
  expect((await give(codeAt(user.secret, new Date(), 1))).status).toBe(429);

  expect((await care(url, { by: admin, of: user }, "lift-limits")).status).toBe(200);

  expect((await give(codeAt(user.secret, new Date(), 1))).status).toBe(200);
  const lifted = (await product.history(secondFactorsStream(user.id))).find(({ type }) => type === "CodesUnlocked");
  expect(lifted?.actor).toEqual({ kind: "user", id: admin.id });
});
