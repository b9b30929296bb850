import type { Generations } from "@attestory/event-store/generations/generations.ts";
import { readArguments } from "@attestory/runtime/command-line/read-arguments.ts";
import { type BackupCommand, CommandFailure, exitCodeOf, type GenerationsParts } from "./backup-command.ts";
import { messageOf, number } from "./command-output.ts";
import { goBack } from "./go-back.ts";

const usage = "generations [activate N | remove N --yes]";

/**
 * `generations`: lists the logs of the service. `activate N` makes another one the service's, and `remove N` deletes one. The service must
 * be stopped for both.
 */
export async function runGenerationsCommand({ args, open, fail }: BackupCommand<GenerationsParts>): Promise<void> {
  const request = parseRequest(args);
  if ("wrong" in request) return fail(64, request.wrong);
  try {
    const parts = await open();
    for (const line of await run(request, parts)) process.stdout.write(`${line}\n`);
    await parts.generations.close();
  } catch (error) {
    fail(exitCodeOf(error), messageOf(error));
  }
}

interface Request {
  act: "list" | "activate" | "remove";
  generation: number;
  confirmed: boolean;
}

async function run({ act, generation, confirmed }: Request, parts: GenerationsParts): Promise<string[]> {
  const { generations, hold } = parts;
  if (act === "list") return list(generations);
  const { whole } = await generations.read();
  if (!whole.includes(generation)) throw new CommandFailure(`there is no generation ${generation}`);
  const held = hold();
  const done = act === "activate" ? activate(generations, generation) : remove(generations, generation, confirmed);
  return [await done.finally(held.release)];
}

async function list(generations: Generations): Promise<string[]> {
  const { active, whole } = await generations.read();
  const line = async (each: number) => `${each}  ${await size(generations, each)}${each === active ? "  active" : ""}`;
  return Promise.all(whole.map(line));
}

async function activate(generations: Generations, generation: number): Promise<string> {
  const erased = await goBack({ generations, generation, now: new Date(), by: null });
  const also = erased > 0 ? `; erased there as well: ${number(erased)}` : "";
  return `generation ${generation} is active from the next start${also}`;
}

async function remove(generations: Generations, generation: number, confirmed: boolean): Promise<string> {
  if (generation === (await generations.read()).active)
    throw new CommandFailure("the active generation cannot be removed");
  const freed = await size(generations, generation);
  if (!confirmed)
    throw new CommandFailure(`this deletes generation ${generation} (${freed}) for good: repeat it with --yes`);
  await generations.remove(generation);
  return `removed generation ${generation} (${freed})`;
}

const size = async (generations: Generations, generation: number): Promise<string> =>
  `${((await generations.bytes(generation)) / 1_000_000).toFixed(1)} MB`;

function parseRequest(args: string[]): Request | { wrong: string } {
  const read = readArguments(args, { yes: { type: "boolean", default: false } });
  if ("wrong" in read) return { wrong: `${read.wrong}: ${usage}` };
  const [act = "list", number = "0", more] = read.positionals;
  const isKnown = act === "list" ? read.positionals.length === 0 : act === "activate" || act === "remove";
  if (!isKnown || more !== undefined || !/^\d{1,9}$/.test(number)) return { wrong: usage };
  return { act: act as Request["act"], generation: Number(number), confirmed: read.values.yes };
}
