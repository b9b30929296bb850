import { runGenerationsCommand } from "@attestory/command-api/backup/generations-command.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { openGenerations } from "./open-generations.ts";
import { readCommandSettings } from "./read-command-settings.ts";

/** `attestory generations [activate N | remove N --yes]` */
export const generationsCommand = (args: string[], environment: NodeJS.ProcessEnv): Promise<void> =>
  runGenerationsCommand({ args, open: async () => openGenerations(readCommandSettings(environment)), fail });
