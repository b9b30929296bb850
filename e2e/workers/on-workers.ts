import { appendFileSync } from "node:fs";
import { inject } from "vitest";
import { startInProcessBy } from "../start-in-process.ts";
import { startStacksBy } from "../start-stack.ts";
import { startStackWithWorkers, startWithWorkers } from "./start-with-workers.ts";

startStacksBy(startStackWithWorkers);

startInProcessBy(async ({ DATA_DIR: folder, ...env } = {}) => {
  const product = await startWithWorkers(env, folder);
  // Shared with other files: it ends after the run.
  if (folder !== undefined) appendFileSync(inject("productsWithWorkers"), `${product.stack.process.pid}\n`);
  return product;
});
