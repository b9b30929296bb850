import { beforeAll } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { givenParties, type Parties } from "./grants.ts";

export interface ConsentScene {
  product: SharedProduct;
  url: string;
  parties: Parties;
}

/** The shared product with a user, and an application that the user can consent to, there before the first test of the file. */
export function consentScene(): ConsentScene {
  const scene = {} as ConsentScene;
  beforeAll(async () => {
    const product = await sharedProduct();
    Object.assign(scene, { product, url: product.url, parties: await givenParties(product.url) });
  });
  return scene;
}

/** A consent that outlasts the session. */
export const offline = { scope: "openid profile offline_access" };
