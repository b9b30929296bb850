import { atCommandLine } from "@attestory/command-api/handling/at-command-line.ts";
import type { CommandContext } from "@attestory/command-api/handling/command-context.ts";
import type { CommandHandler } from "@attestory/command-api/handling/command-handler.ts";
import { isRefused, type Refused } from "@attestory/command-api/handling/decider.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { type AppendingStores, openToAppend } from "./open-to-append.ts";

export type Opened = AppendingStores & { commandHandler: CommandHandler };
type Run<Result> = (parts: Opened, by: CommandContext) => Promise<Result>;

const reasons: Readonly<Record<string, string>> = {
  conflict: "others changed this at the same moment: run the command again",
};

/** Runs a command that appends to the log. A refusal ends the process with one line: the text for its reason. */
export async function runAppending<Result extends object>(
  environment: NodeJS.ProcessEnv,
  texts: Readonly<Record<string, string>>,
  run: Run<Result | Refused>,
): Promise<Result> {
  const outcome = await openAndRun(environment, run).catch((error: unknown) => {
    const { name = "", message = String(error) } = error instanceof Error ? error : {};
    return fail(name === "WrongAddress" || name === "OldFormat" ? 78 : 1, message);
  });
  if (!isRefused(outcome)) return outcome;
  const { refused } = outcome as Refused;
  return fail(1, texts[refused] ?? reasons[refused] ?? refused);
}

async function openAndRun<Result>(environment: NodeJS.ProcessEnv, run: Run<Result>): Promise<Result> {
  const stores = await openToAppend(environment);
  const running = atCommandLine(stores, (commandHandler, by) => run({ ...stores, commandHandler }, by));
  return running.finally(() => stores.close());
}
