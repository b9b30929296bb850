import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import type { Load } from "./load.ts";

/** `wrk` (of Debian's package of that name) takes far less of the cores than our own load. */
export const hasWrk = spawnSync("wrk", ["-v"]).error === undefined;

/** As `loadRound`, for a GET. Resolves to the answers per second. @throws when any was not 2xx or 3xx */
export async function wrkRound({ url, headers, connections, seconds }: Load): Promise<number> {
  const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const how = ["-t1", `-c${connections}`, `-d${seconds}s`, ...given, url];
  const { stdout } = await promisify(execFile)("wrk", how);
  const faults = /Non-2xx.*|Socket errors.*/.exec(stdout);
  if (faults) throw new Error(`requests to ${url} failed: ${faults[0]}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}
