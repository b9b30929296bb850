import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { builtWebApp } from "@attestory/standalone/web-build.ts";
import { inject } from "vitest";
import { type InProcess, startInProcess } from "./start-in-process.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Data folders of products that outlive their test file; removed after the run. */
    dataFolder: string;
  }
}

/** A product shared with other test files: no test moves its clock or ends it. */
export type SharedProduct = Pick<InProcess, "url" | "dataDir" | "output" | "happened" | "history" | "readLog">;

/** A product shared with other test files that move its clock forwards. */
export type MovingProduct = SharedProduct & Pick<InProcess, "now" | "advance">;

const products = new Map<string, Promise<InProcess>>();
const movingProducts = new Map<string, Promise<InProcess>>();

const keyOf = (env: Record<string, string>) => JSON.stringify(Object.entries(env).toSorted());
const newFolder = () => mkdtempSync(join(inject("dataFolder"), "product-"));

/**
 * The product of this worker with these settings, including the web app. Started once; it ends with the worker, and `prepare-stories.ts`
 * removes its folder. A test file owns only what it creates: users, sessions, and the log's events since a given moment.
 */
export function sharedProduct(env: Record<string, string> = {}): Promise<SharedProduct> {
  const key = keyOf(env);
  const product = products.get(key) ?? start(env);
  products.set(key, product);
  return product;
}

async function start(env: Record<string, string>): Promise<InProcess> {
  return startInProcess({ LOG_LEVEL: "debug", DATA_DIR: newFolder(), ...env }, { webApp: await builtWebApp(() => {}) });
}

/** The longest that a network waits for its limits. */
const limitSeconds = 3600;

/**
 * As `sharedProduct`, without the web app, and its clock stands still until a test advances it. Each file finds it an hour later than the one
 * before left it, so that the limits of networks that other files have used up are over.
 */
export async function movingProduct(env: Record<string, string> = {}): Promise<MovingProduct> {
  const key = keyOf(env);
  const known = movingProducts.get(key);
  if (known) {
    const product = await known;
    product.advance(limitSeconds);
    return product;
  }
  const product = startInProcess({ DATA_DIR: newFolder(), ...env }, { clockStands: true });
  movingProducts.set(key, product);
  return product;
}
