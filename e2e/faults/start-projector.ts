import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { storedDocuments } from "../invariants/folder.ts";
import { misremembered } from "../invariants/read-models.ts";

const program = fileURLToPath(new URL("./projector.ts", import.meta.url));
const dieAtStep = new URL("./die-at-step.ts", import.meta.url).href;

/**
 * A separate projector process; dies by itself at the step in `dieAt`.
 * @param nearby projections that are more events behind may be built; the service's own number unless given
 */
export const startProjector = (service: ScratchService, dieAt: string, nearby?: number) =>
  start(service, dieAt, [String(nearby ?? "")]);

/** The same of a release in which the sessions continue a former version. */
export const startRaisedProjector = (service: ScratchService, dieAt: string) => start(service, dieAt, ["", "raised"]);

function start(service: ScratchService, dieAt: string, release: readonly string[]) {
  // Simulates three seconds passing: leases of a killed process expire.
  const catalogue = new DatabaseSync(join(service.dataDir, `read-models-${service.generation}.sqlite`), {
    timeout: 5000,
  });
  const { leases } =
    catalogue.prepare("SELECT count(*) AS leases FROM sqlite_master WHERE name = 'leases'").get() ?? {};
  if (leases) catalogue.exec("UPDATE leases SET until = 0");
  catalogue.close();
  const file = join(service.dataDir, "die-at");
  writeFileSync(file, dieAt);
  const env = { PATH: process.env.PATH, NODE_OPTIONS: `--import=${dieAtStep}`, DIE_AT: file };
  const key = service.masterKey.toString("base64");
  const child = spawn(process.execPath, [program, service.dataDir, key, ...release], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const exited = once(child, "exit");
  return {
    said: () => said,
    begun: () => Promise.race([once(child.stdout, "data"), exited]),
    died: (ms: number) => Promise.race([exited, wait(ms, undefined, { ref: false })]),
    async kill() {
      child.kill("SIGKILL");
      await exited;
      return child.signalCode;
    },
  };
}

/** Every fault in the read models, at whatever position they are. */
export async function faultsOfReadModels(service: ScratchService): Promise<string[]> {
  const sealed = await service.log.readAll(0n, Number.MAX_SAFE_INTEGER);
  const { dataDir, generation, keyring, sealing } = service;
  const documentsOf = (projection: string) => storedDocuments(dataDir, projection);
  const events = await sealing.decrypt(sealed);
  return [...misremembered({ generation, keyring, sealed, events, documentsOf })];
}

export const isBehind = (sentence: string) => / stands at \d+, the log at /.test(sentence);
