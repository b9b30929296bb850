import { release } from "@attestory/event-store/release.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { nearestName } from "@attestory/runtime/command-line/nearest-name.ts";
import { type Command, commands } from "./command-table.ts";
import { helpOf, helpOfAll } from "./help.ts";

interface RunOptions {
  /** This process runs nothing but the command. */
  isOwnProcess: boolean;
}

/** `npx attestory COMMAND` */
export async function runCommand(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  { isOwnProcess }: RunOptions,
): Promise<void> {
  const [name = "help", ...args] = given;
  if (isHelp(name)) return printHelp(args[0]);
  if (name === "--version" || name === "-v" || name === "version") return print(`attestory ${release}`);
  const command = commandOf(name);
  if (args.includes("--help") || args.includes("-h")) return printHelp(name);
  if (command.usage === "" && args.length > 0) {
    return fail(64, `"${given.join(" ")}": this command takes no arguments; settings are environment variables`);
  }
  if (isOwnProcess) command.giveWay?.();
  await command.run(args, environment);
}

const isHelp = (name: string) => name === "help" || name === "--help" || name === "-h";
const print = (text: string) => void process.stdout.write(`${text}\n`);
const printHelp = (name: string | undefined) => print(name === undefined ? helpOfAll() : helpOf(name, commandOf(name)));

/** Ends the process if there is no such command. */
function commandOf(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return command ?? fail(64, `there is no command "${name}"${insteadOf(name)}`);
}

function insteadOf(name: string): string {
  const names = Object.keys(commands);
  const nearest = nearestName(name, names);
  return nearest === null ? `; there are ${names.join(", ")}` : `; did you mean "${nearest}"?`;
}
