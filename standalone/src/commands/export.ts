import { runExportCommand } from "@attestory/command-api/backup/export-command.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { openStoresToRead } from "./open-stores-to-read.ts";

/** `attestory export [FILE] [--keys=separate]` */
export const exportCommand = (args: string[], environment: NodeJS.ProcessEnv): Promise<void> =>
  runExportCommand({ args, open: () => openStoresToRead(environment), fail });
