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

const products = new Map<string, Promise<InProcess>>();

/**
 * The product of this worker with these settings, including the web app. Started once; it ends with the worker, and `prepare-stories.ts`
 * removes its folder. Its pages speak of the dev inbox only with `DEV_INBOX: "on"`. A test file owns only what it creates: users, sessions,
 * and the log's events since a given moment.
 */
export function sharedProduct(env: Record<string, string> = {}): Promise<SharedProduct> {
  const key = JSON.stringify(Object.entries(env).toSorted());
  const product = products.get(key) ?? start(env);
  products.set(key, product);
  return product;
}

async function start(env: Record<string, string>): Promise<InProcess> {
  const dataDir = mkdtempSync(join(inject("dataFolder"), "product-"));
  return startInProcess(
    { LOG_LEVEL: "debug", DATA_DIR: dataDir, ...env },
    { webApp: await builtWebApp(() => {}, { hasDevInbox: env.DEV_INBOX === "on" }) },
  );
}
