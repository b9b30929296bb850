import { beforeAll } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { givenAdmin, type Member } from "./admins.ts";

export interface AdminScene {
  product: SharedProduct;
  url: string;
  admin: Member;
}

/** The shared product with an admin of its own, there before the first test of the file. */
export function adminScene(): AdminScene {
  const scene = {} as AdminScene;
  beforeAll(async () => {
    const product = await sharedProduct();
    Object.assign(scene, { product, url: product.url, admin: await givenAdmin(product) });
  });
  return scene;
}
