import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { openEventLog } from "@attestory/events/log/open-event-log.ts";
import { scanAhead } from "@attestory/events/log/scan-ahead.ts";
import { openKeyring } from "@attestory/events/vault/keyring.ts";
import { masterKey, masterKeyFile } from "@attestory/events/vault/master-key.ts";
import { openVault } from "@attestory/events/vault/open-vault.ts";
import { createSealing } from "@attestory/events/vault/sealing.ts";
import { allProjections } from "@attestory/projections/all-projections.ts";
import type { Projection } from "@attestory/projections/projection.ts";
import { estimateSeconds } from "@attestory/projections/rebuild/build-to-head.ts";
import { type RebuildParts, type Rebuilt, rebuild, rollBack } from "@attestory/projections/rebuild/rebuild.ts";
import type { BuildProgress } from "@attestory/projections/store/builds.ts";
import { openBuilds, openLeases } from "@attestory/projections/store/open-read-store.ts";
import { readConfiguration, type Settings } from "../config.ts";
import { fail } from "./fail.ts";

/** The only generation until a backup is imported. */
const generation = 1;

/**
 * `attestory rebuild [projection] [--roll-back]`: folds each projection, or the named one, anew, and lets it be read. The service may
 * run meanwhile: it notices by itself. Ends the process with a line on stderr when anything fails; then what was read is read still.
 */
export async function rebuildCommand(args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const { projections, back } = asked(args);
  const configuration = readConfiguration(environment);
  if ("faults" in configuration) return fail(78, configuration.faults.join("; "));
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => stop.abort(new Error("stopped; what was read is read still")));
  }
  try {
    const parts = await openParts(configuration.settings);
    for (const projection of projections) {
      const done = back
        ? await rollBack(projection, parts, stop.signal)
        : await rebuild(projection, parts, progressLine(projection), stop.signal);
      say(`${clearLine()}${projection.name}: ${back ? "went back to" : "rebuilt as"} build ${done.build}${told(done)}`);
    }
    await parts.close();
  } catch (error) {
    fail(1, `${clearLine()}${error instanceof Error ? error.message : String(error)}`);
  }
}

function asked(args: string[]): { projections: readonly Projection[]; back: boolean } {
  try {
    const options = { "roll-back": { type: "boolean", default: false } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [name, more] = positionals;
    const known = allProjections.map((projection) => projection.name.replace(/@\d+$/, ""));
    const projections = allProjections.filter((projection) => !name || projection.name.replace(/@\d+$/, "") === name);
    if (more !== undefined || projections.length === 0) {
      return fail(64, `"rebuild ${positionals.join(" ")}" names no projection; there are ${known.join(", ")}`);
    }
    return { projections, back: values["roll-back"] };
  } catch (error) {
    return fail(64, error instanceof Error ? error.message : String(error));
  }
}

async function openParts({ dataDir, masterKey: key }: Settings): Promise<RebuildParts & { close(): Promise<void> }> {
  const onFault = (error: Error) => fail(1, error.message);
  const log = await openEventLog({ dataDir, generation, writes: false, onFault });
  const vault = await openVault({ dataDir, writes: false, onFault });
  const sealing = createSealing(await openKeyring(vault, masterKey(key ?? masterKeyFile(dataDir)), log));
  const location = { dataDir, generation };
  const [builds, leases] = [await openBuilds(location), await openLeases(location)];
  return {
    ...{ log, sealing, builds, leases, holder: randomUUID(), scanAhead: scanAhead(location) },
    async close() {
      await Promise.all([builds.close(), leases.close(), vault.close(), log.close()]);
    },
  };
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const clearLine = () => (process.stdout.isTTY ? "\r\u001b[K" : "");
const number = (value: number | bigint) => value.toLocaleString("en");

/** One line that is written over; nothing where the output is no terminal. */
const progressLine =
  ({ name }: Projection) =>
  (progress: BuildProgress) => {
    if (!process.stdout.isTTY) return;
    const { done, total, perSecond } = progress;
    const speed = `${number(Math.round(perSecond))}/s, ${estimateSeconds(progress)} s left`;
    process.stdout.write(`${clearLine()}${name}: ${number(done)} of ${number(total)} events, ${speed}`);
  };

function told({ position, seconds, compared }: Rebuilt): string {
  const folded = ` at position ${position} in ${seconds.toFixed(1)} s`;
  if (!compared) return folded;
  const { documents, before, differing } = compared;
  return `${folded}: ${number(documents)} documents (${number(before)} before), ${number(differing)} of them mended`;
}
