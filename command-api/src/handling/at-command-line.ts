import { clockAfter } from "@attestory/event-store/clock.ts";
import type { Stores } from "@attestory/event-store/open-stores.ts";
import { type CommandContext, systemContext } from "./command-context.ts";
import { type CommandHandler, createCommandHandler } from "./command-handler.ts";

type Run<Result> = (commandHandler: CommandHandler, commandContext: CommandContext) => Promise<Result>;

/** Runs one command of the command line, beside a service that may run. Reports errors that refuse nothing to standard error. */
export async function atCommandLine<Result>(
  { log, sealing }: Pick<Stores, "log" | "sealing">,
  run: Run<Result>,
): Promise<Result> {
  const reportError = (message: string, error?: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`attestory: ${message}: ${why}\n`);
  };
  const now = await clockAfter({ log, reportError });
  const commandHandler = createCommandHandler(log, sealing, { now, reportError });
  const result = await run(commandHandler, systemContext("command line", now()));
  await commandHandler.settled();
  return result;
}
