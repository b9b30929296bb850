import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { builtWebApp } from "@attestory/standalone/web-build.ts";
import { inject } from "vitest";
import { type InProcess, startInProcess } from "./start-in-process.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where products that outlive their test file keep their data; removed after the run. */
    dataFolder: string;
  }
}

/** A product that other test files use too: nobody moves its clock or ends it. */
export type SharedProduct = Pick<InProcess, "url" | "dataDir" | "output" | "happened" | "history" | "readLog">;

const products = new Map<string, Promise<InProcess>>();

/**
 * The product of this worker with these settings, the web app included. Started once; it ends with the worker, and `prepare-stories.ts`
 * removes its folder. Only what a file makes in it is the file's own: people, sessions, and the log's events since a moment.
 */
export function sharedProduct(env: Record<string, string> = {}): Promise<SharedProduct> {
  const key = JSON.stringify(Object.entries(env).toSorted());
  const product = products.get(key) ?? start(env);
  products.set(key, product);
  return product;
}

async function start(env: Record<string, string>): Promise<InProcess> {
  const dataDir = mkdtempSync(join(inject("dataFolder"), "product-"));
  return startInProcess({ LOG_LEVEL: "debug", DATA_DIR: dataDir, ...env }, { webApp: await builtWebApp(() => {}) });
}
