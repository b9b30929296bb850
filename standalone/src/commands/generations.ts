import { runGenerationsCommand } from "@attestory/command-api/backup/generations-command.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { openGenerations } from "./open-generations.ts";
import { readSettings } from "./read-settings.ts";

/** `attestory generations [activate N | remove N --yes]` */
export const generationsCommand = (args: string[], environment: NodeJS.ProcessEnv): Promise<void> =>
  runGenerationsCommand({ args, open: async () => openGenerations(readSettings(environment)), fail });
