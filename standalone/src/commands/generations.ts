import { parseArgs } from "node:util";
import {
  type Generations,
  generationBytes,
  readGenerations,
  removeGeneration,
} from "@attestory/event-store/generations.ts";
import { fail } from "@attestory/http/routing/fail.ts";
import { goBack } from "../backup/go-back.ts";
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
  const generations = readGenerations(dataDir);
  if (act === "list") return list(dataDir, generations);
  if (!generations.whole.includes(generation)) return fail(1, `there is no generation ${generation}`);
  const folder = takeDataFolder(dataDir);
  const line = act === "activate" ? await activate(settings, generation) : remove(dataDir, generation, confirmed);
  folder.release();
  return [line];
}

const list = (dataDir: string, { active, whole }: Generations): string[] =>
  whole.map((each) => `${each}  ${size(dataDir, each)}${each === active ? "  active" : ""}`);

async function activate(settings: Settings, generation: number): Promise<string> {
  const { dataDir } = settings;
  const masterKey = givenMasterKey(settings);
  const onFault = (error: Error) => fail(1, error.message);
  const erased = await goBack({ dataDir, generation, masterKey, now: new Date(), by: null, onFault });
  const also = erased > 0 ? `; erased there as well: ${number(erased)}` : "";
  return `generation ${generation} is active from the next start${also}`;
}

function remove(dataDir: string, generation: number, confirmed: boolean): string {
  if (generation === readGenerations(dataDir).active) return fail(1, "the active generation cannot be removed");
  const freed = size(dataDir, generation);
  if (!confirmed) return fail(1, `this deletes generation ${generation} (${freed}) for good: repeat it with --yes`);
  removeGeneration(dataDir, generation);
  return `removed generation ${generation} (${freed})`;
}

const size = (dataDir: string, generation: number): string =>
  `${(generationBytes(dataDir, generation) / 1_000_000).toFixed(1)} MB`;

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
