import { runVerifyCommand } from "@attestory/command-api/backup/verify-command.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { openStoresToRead } from "./open-stores-to-read.ts";

/** `attestory verify [FILE] [--key KEY] [--checkpoint FILE]` */
export const verifyCommand = (args: string[], environment: NodeJS.ProcessEnv): Promise<void> =>
  runVerifyCommand({ args, open: () => openStoresToRead(environment), fail });
