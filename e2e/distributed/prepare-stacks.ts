import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { asStack, oneOfEach } from "./own-stack.ts";
import type { SharedStack } from "./shared-stack.ts";
import { startDistributed } from "./start-distributed.ts";
import { writeDocuments } from "./write-documents.ts";

interface Started {
  shared: SharedStack;
  remove(): Promise<void>;
}

/** Runs once before the product's tests on the distributed stack and starts what all of them use. @public Vitest calls it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await writeDocuments();
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
