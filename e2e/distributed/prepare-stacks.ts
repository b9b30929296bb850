import { execFile } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { compileCache } from "../start-stack.ts";
import { asStack, oneOfEach } from "./own-stack.ts";
import type { SharedStack } from "./shared-stack.ts";
import { startDistributed } from "./start-distributed.ts";
import { documents } from "./start-gateway.ts";

const cli = fileURLToPath(new URL("../../standalone/src/cli.js", import.meta.url));

interface Started {
  shared: SharedStack;
  remove(): Promise<void>;
}

/** Runs once before the product's tests on the distributed stack and starts what all of them use. @public Vitest calls it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
  const { stdout } = await promisify(execFile)(process.execPath, [cli, "openapi"], { env });
  mkdirSync(documents, { recursive: true });
  writeFileSync(join(documents, "openapi.json"), stdout);
  const started: Started[] = [];
  const remove = async () => {
    await Promise.all(started.map((each) => each.remove()));
  };
  try {
    // One after the other: each starts half a dozen processes at once.
    while (started.length < Number(project.config.maxWorkers)) started.push(await start());
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide(
    "stacks",
    started.map(({ shared }) => shared),
  );
  return remove;
}

async function start(): Promise<Started> {
  const distributed = await startDistributed({}, oneOfEach);
  const { url, settings, dataDir, output } = asStack(distributed);
  const said = join(dataDir, "output.log");
  writeFileSync(said, output());
  const pids: number[] = [];
  let isEnding = false;
  for (const { role, process: each, output: words } of distributed.services) {
    pids.push(each.pid ?? 0);
    for (const stream of [each.stdout, each.stderr]) stream?.on("data", (text) => appendFileSync(said, text));
    each.once("exit", (code, signal) => {
      if (!isEnding) process.stderr.write(`a ${role} process ended with ${code ?? signal}:\n${words().slice(-4000)}\n`);
    });
  }
  return {
    shared: { url, dataDir, settings, said, pids },
    async remove() {
      isEnding = true;
      await distributed.remove();
    },
  };
}
