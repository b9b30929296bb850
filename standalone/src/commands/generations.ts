import { parseArgs } from "node:util";
import { goBack } from "@attestory/command-api/backup/go-back.ts";
import type { Generations } from "@attestory/event-store/backup/generations.ts";
import { localGenerations } from "@attestory/event-store/backup/local-generations.ts";
import { fail } from "@attestory/http/routing/fail.ts";
import { readConfiguration, type Settings } from "../config.ts";
import { takeDataFolder } from "../data-folder.ts";
import { messageOf, number } from "./command-output.ts";
import { givenMasterKey } from "./given-master-key.ts";

const usage = "generations [activate N | remove N --yes]";

/**
 * `attestory generations`: lists the logs of the data folder. `activate N` makes another one the service's, and `remove N` deletes one.
 * The service must be stopped for both.
 */
export async function generationsCommand(args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const request = parseRequest(args);
  if ("wrong" in request) return fail(64, request.wrong);
  const configuration = readConfiguration(environment);
  if ("faults" in configuration) return fail(78, configuration.faults.join("; "));
  try {
    for (const line of await run(request, configuration.settings)) process.stdout.write(`${line}\n`);
  } catch (error) {
    fail(1, messageOf(error));
  }
}

interface Request {
  act: "list" | "activate" | "remove";
  generation: number;
  confirmed: boolean;
}

async function run({ act, generation, confirmed }: Request, settings: Settings): Promise<string[]> {
  const { dataDir } = settings;
  const generations = localGenerations({
    dataDir,
    readMasterKey: () => givenMasterKey(settings),
    onFault: (error) => fail(1, error.message),
  });
  if (act === "list") return list(generations);
  const { whole } = await generations.read();
  if (!whole.includes(generation)) return fail(1, `there is no generation ${generation}`);
  const folder = takeDataFolder(dataDir);
  const line = await (act === "activate"
    ? activate(generations, generation)
    : remove(generations, generation, confirmed));
  folder.release();
  return [line];
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
  if (generation === (await generations.read()).active) return fail(1, "the active generation cannot be removed");
  const freed = await size(generations, generation);
  if (!confirmed) return fail(1, `this deletes generation ${generation} (${freed}) for good: repeat it with --yes`);
  await generations.remove(generation);
  return `removed generation ${generation} (${freed})`;
}

const size = async (generations: Generations, generation: number): Promise<string> =>
  `${((await generations.bytes(generation)) / 1_000_000).toFixed(1)} MB`;

function parseRequest(args: string[]): Request | { wrong: string } {
  try {
    const options = { yes: { type: "boolean", default: false } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [act = "list", number = "0", more] = positionals;
    const isKnown = act === "list" ? positionals.length === 0 : act === "activate" || act === "remove";
    if (!isKnown || more !== undefined || !/^\d{1,9}$/.test(number)) return { wrong: usage };
    return { act: act as Request["act"], generation: Number(number), confirmed: values.yes };
  } catch (error) {
    return { wrong: `${messageOf(error)}: ${usage}` };
  }
}
