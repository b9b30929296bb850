import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { WrongAddress } from "@attestory/event-store/wrong-address.ts";
import { readArguments } from "@attestory/runtime/command-line/read-arguments.ts";
import { createProgress } from "@attestory/runtime/command-line/show-progress.ts";
import { statusLine } from "@attestory/runtime/command-line/status-line.ts";
import { allProjections } from "../../read-models/all-projections.ts";
import { type Projection, unversioned } from "../../read-models/projection.ts";
import type { BuildProgress } from "../../store/builds.ts";
import { type Failed, type RebuildParts, type Rebuilt, rebuildTogether, rollBack } from "../rebuild.ts";
import { counted, figuresOf, totalInWords } from "./progress-words.ts";
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

/** Of a keyboard, of a supervisor, and of a terminal that is closed. */
const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const stoppedBefore = "stopped; the active build stays active";

/** Rebuilds each projection, or the named one, and makes the new build active. If a rebuild fails, the active build stays. */
export async function runRebuildCommand({ args, open, fail }: RebuildCommand): Promise<void> {
  const request = parseRequest(args);
  if ("wrong" in request) return fail(64, request.wrong);
  const stop = new AbortController();
  const onSignal = () => stop.abort(new Error(stoppedBefore));
  for (const signal of stopSignals) process.once(signal, onSignal);
  try {
    // `open` waits for unavailable servers, so a signal must be able to end the wait.
    const parts = await Promise.race([open(), aborted(stop.signal)]);
    await (request.back ? rollBackEach : rebuildAll)(request.projections, parts, stop.signal);
    if (request.projections.length === allProjections.length && !request.back) {
      await warnOfSecondOwners(parts.log, stop.signal);
    }
    await parts.close();
  } catch (error) {
    fail(error instanceof WrongAddress ? 78 : 1, messageOf(error));
  } finally {
    for (const signal of stopSignals) process.off(signal, onSignal);
  }
}

/** @throws why a projection was not rebuilt; of several, each reason is printed before */
async function rebuildAll(projections: readonly Projection[], parts: RebuildParts, stop: AbortSignal): Promise<void> {
  const progress = createProgress();
  let newest: BuildProgress | null = null;
  let rebuilds = 0;
  const onRebuilt = (one: Rebuilt) => {
    rebuilds++;
    say(rebuilt(one));
  };
  const onProgress = (now: BuildProgress) => {
    newest = now;
    progress.show(figuresOf(projections.length, now));
  };
  try {
    const failed = await rebuildTogether(projections, { ...parts, onRebuilt, onProgress }, stop);
    const all = `${rebuilds} of ${counted(projections.length)} rebuilt`;
    progress.end(newest ? `${all}: ${totalInWords(newest, Date.now())}` : all);
    if (failed.length > 0) throw reasonOf(failed, projections);
  } catch (error) {
    throw stop.aborted ? new Error(stoppedAfter(rebuilds, projections.length)) : error;
  } finally {
    progress.end();
  }
}

/** Of one projection its reason; of several, how many there are. */
function reasonOf(failed: readonly Failed[], projections: readonly Projection[]): unknown {
  if (projections.length === 1) return failed[0]?.error;
  for (const { projection, error } of failed) {
    process.stderr.write(`attestory: ${projection.name} was not rebuilt: ${messageOf(error)}\n`);
  }
  return new Error(`${failed.length} of ${counted(projections.length)} not rebuilt; their active builds stay active`);
}

const stoppedAfter = (rebuilds: number, of: number): string =>
  rebuilds === 0
    ? stoppedBefore
    : `stopped: ${rebuilds} of ${counted(of)} rebuilt; the active builds of the others stay active`;

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

const usage = "rebuild [projection] [--roll-back]";

function parseRequest(args: string[]): { projections: readonly Projection[]; back: boolean } | { wrong: string } {
  const read = readArguments(args, { "roll-back": { type: "boolean", default: false } });
  if ("wrong" in read) return { wrong: `${read.wrong}: ${usage}` };
  const [name, more] = read.positionals;
  const known = allProjections.map(unversionedName);
  const projections = allProjections.filter((projection) => !name || unversionedName(projection) === name);
  if (more !== undefined) return { wrong: `rebuild takes one projection, or none for all: ${usage}` };
  if (projections.length === 0) {
    return { wrong: `"rebuild ${name}" names no projection; there are ${known.join(", ")}` };
  }
  return { projections, back: read.values["roll-back"] };
}

const unversionedName = ({ name }: Projection) => unversioned(name);

const say = (line: string) => statusLine.above(() => process.stdout.write(`${line}\n`));
const number = (value: number | bigint) => value.toLocaleString("en");

const wentBack = ({ projection, build, position, seconds }: Rebuilt): string =>
  `${projection.name}: went back to build ${build} at position ${position} in ${seconds.toFixed(1)} s`;

function rebuilt({ projection, build, position, seconds, compared }: Rebuilt): string {
  const line = `${projection.name}: rebuilt as build ${build} at position ${position} in ${seconds.toFixed(1)} s`;
  if (!compared) return line;
  const { documents, before, differing } = compared;
  return `${line}: ${number(documents)} documents (${number(before)} before), ${number(differing)} of them changed`;
}
