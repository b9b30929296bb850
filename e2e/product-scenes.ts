import { afterAll, beforeAll } from "vitest";
import { type SharedProduct, sharedProduct } from "./shared-product.ts";
import { type InProcess, startInProcess } from "./start-in-process.ts";

/** The shared product, there before the first test of the file. */
export function sharedProductScene(...how: Parameters<typeof sharedProduct>): SharedProduct {
  const product = {} as SharedProduct;
  beforeAll(async () => void Object.assign(product, await sharedProduct(...how)));
  return product;
}

/** A product of this file alone, there before its first test and removed after its last one. */
export function ownProductScene(...how: Parameters<typeof startInProcess>): InProcess {
  const product = {} as InProcess;
  beforeAll(async () => void Object.assign(product, await startInProcess(...how)));
  afterAll(() => product.remove());
  return product;
}
