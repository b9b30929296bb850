import { type AdminCommandName, runAdminCommand } from "@attestory/command-api/admin/run-admin-command.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { openToAppend } from "./open-to-append.ts";

/** `attestory admin-link`, `grant-admin EMAIL`, `rescue EMAIL` and `rotate-signing-keys`. */
export const adminCommand = (name: AdminCommandName, args: string[], environment: NodeJS.ProcessEnv): Promise<void> =>
  runAdminCommand({ name, args, open: () => openToAppend(environment), fail });
