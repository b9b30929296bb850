import { mostApiKeys } from "@attestory/command-api/api-keys/counted-api-keys.ts";
import { expect, it } from "vitest";
import { sharedProduct } from "../shared-product.ts";
import { becomes, createKey, listedKeys } from "./api-key-calls.ts";
import { givenSignedInUser } from "./client.ts";

it("KY-08 RC-12 never passes the most keys that one user may have, with 50 creations at once", async () => {
  const product = await sharedProduct();
  const { url } = product;
  const owner = await givenSignedInUser(url);
  await becomes(product, owner.id, { isPro: true });
  const create = () => createKey(url, owner, { name: "One of many" });

  const answers = await Promise.all(Array.from({ length: 50 }, create));

  // A request that lost to many others at once may be asked to try again.
  for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
    expect([409, body.code]).toEqual([status, expect.stringMatching(/^(too_many_api_keys|conflict)$/)]);
  }
  while ((await listedKeys(url, owner)).length < mostApiKeys) expect((await create()).status).toBe(201);
  expect((await create()).body.code).toBe("too_many_api_keys");
  expect(await listedKeys(url, owner)).toHaveLength(mostApiKeys);
});
