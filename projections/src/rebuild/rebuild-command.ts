import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { WrongAddress } from "@attestory/event-store/wrong-address.ts";
import { readArguments } from "@attestory/runtime/command-line/read-arguments.ts";
import { allProjections } from "../read-models/all-projections.ts";
import type { Projection } from "../read-models/projection.ts";
import { type BuildProgress, estimateSeconds } from "../store/builds.ts";
import { type RebuildParts, type Rebuilt, rebuildTogether, rollBack } from "./rebuild.ts";
import { secondOwners } from "./second-owners.ts";

export interface CommandParts extends RebuildParts {
  log: RebuildParts["log"] & Pick<EventLog, "read">;
}

export interface RebuildCommand {
  /** `[projection] [--roll-back]` */
  args: string[];
  /** Called only if the arguments are valid. */
  open(): Promise<CommandParts & { close(): Promise<void> }>;
  /** Ends the process and prints the reason on one line; exit codes as in sysexits.h. */
  fail(code: number, why: string): never;
}

/** Rebuilds each projection, or the named one, and makes the new build active. If a rebuild fails, the active build stays. */
export async function runRebuildCommand({ args, open, fail }: RebuildCommand): Promise<void> {
  const request = parseRequest(args);
  if ("wrong" in request) return fail(64, request.wrong);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => stop.abort(new Error("stopped; the active build stays active")));
  }
  try {
    // `open` waits for unavailable servers, so a signal must be able to end the wait.
    const parts = await Promise.race([open(), aborted(stop.signal)]);
    await (request.back ? rollBackEach : rebuildAll)(request.projections, parts, stop.signal);
    if (request.projections.length === allProjections.length && !request.back) {
      await warnOfSecondOwners(parts.log, stop.signal);
    }
    await parts.close();
  } catch (error) {
    fail(error instanceof WrongAddress ? 78 : 1, `${clearLine()}${messageOf(error)}`);
  }
}

/** @throws the first reason why a projection was not rebuilt; the others are all the same */
async function rebuildAll(projections: readonly Projection[], parts: RebuildParts, stop: AbortSignal): Promise<void> {
  const onRebuilt = (one: Rebuilt) => say(`${clearLine()}${rebuilt(one)}`);
  const failed = await rebuildTogether(projections, { ...parts, onRebuilt, onProgress: writeProgress }, stop);
  if (failed[0]) throw failed[0].error;
}

async function rollBackEach(projections: readonly Projection[], parts: RebuildParts, stop: AbortSignal): Promise<void> {
  for (const projection of projections) say(wentBack(await rollBack(projection, parts, stop)));
}

/** The read models are what the log says, which must not have come about. */
async function warnOfSecondOwners(log: CommandParts["log"], signal: AbortSignal): Promise<void> {
  const warn = (what: string) => process.stderr.write(`attestory: warning: ${what}\n`);
  try {
    for await (const { position, fault } of secondOwners(log, signal)) warn(`position ${position}: ${fault}`);
  } catch (error) {
    signal.throwIfAborted();
    warn(`the owners of addresses and usernames could not be checked: ${messageOf(error)}`);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Never resolves. @throws the signal's reason when it aborts */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

function parseRequest(args: string[]): { projections: readonly Projection[]; back: boolean } | { wrong: string } {
  const read = readArguments(args, { "roll-back": { type: "boolean", default: false } });
  if ("wrong" in read) return { wrong: `${read.wrong}: rebuild [projection] [--roll-back]` };
  const [name, more] = read.positionals;
  const known = allProjections.map(unversionedName);
  const projections = allProjections.filter((projection) => !name || unversionedName(projection) === name);
  if (more !== undefined || projections.length === 0) {
    return { wrong: `"rebuild ${read.positionals.join(" ")}" names no projection; there are ${known.join(", ")}` };
  }
  return { projections, back: read.values["roll-back"] };
}

const unversionedName = ({ name }: Projection) => name.replace(/@\d+$/, "");

const say = (line: string) => process.stdout.write(`${line}\n`);
const clearLine = () => (process.stdout.isTTY ? "\r\u001b[K" : "");
const number = (value: number | bigint) => value.toLocaleString("en");

/** Updates one line in place; prints nothing if the output is not a terminal. */
function writeProgress(progress: BuildProgress): void {
  if (!process.stdout.isTTY) return;
  const { done, total, perSecond } = progress;
  const speed = `${number(Math.round(perSecond))}/s, ${estimateSeconds(progress)} s left`;
  process.stdout.write(`${clearLine()}${number(done)} of ${number(total)} events, ${speed}`);
}

const wentBack = ({ projection, build, position, seconds }: Rebuilt): string =>
  `${projection.name}: went back to build ${build} at position ${position} in ${seconds.toFixed(1)} s`;

function rebuilt({ projection, build, position, seconds, compared }: Rebuilt): string {
  const line = `${projection.name}: rebuilt as build ${build} at position ${position} in ${seconds.toFixed(1)} s`;
  if (!compared) return line;
  const { documents, before, differing } = compared;
  return `${line}: ${number(documents)} documents (${number(before)} before), ${number(differing)} of them changed`;
}
