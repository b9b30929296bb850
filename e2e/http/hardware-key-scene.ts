import { hardwareKeysStream } from "@attestory/events/envelope.ts";
import { beforeAll } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { givenSignedInUser, type Person } from "./client.ts";

export interface HardwareKeyScene {
  product: SharedProduct;
  url: string;
  user: Person & { token: string; id: string };
  /** How many keys were ever added to an account. */
  keysOf(account: { id: string }): Promise<number>;
}

/** The shared product with a signed-in user, there before the first test of the file. */
export function hardwareKeyScene(): HardwareKeyScene {
  const scene = {
    keysOf: async ({ id }) =>
      (await scene.product.history(hardwareKeysStream(id))).filter(({ type }) => type === "HardwareKeyAdded").length,
  } as HardwareKeyScene;
  beforeAll(async () => {
    const product = await sharedProduct();
    Object.assign(scene, { product, url: product.url, user: await givenSignedInUser(product.url) });
  });
  return scene;
}
