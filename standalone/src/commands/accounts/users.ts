import { runSubcommand } from "../run-subcommand.ts";
import { createUserCommand } from "./create-user.ts";
import { deactivateUserCommand } from "./deactivate-user.ts";
import { listUsersCommand } from "./list-users.ts";

/** `attestory users list|create|deactivate` */
export const usersCommand = (args: string[], environment: NodeJS.ProcessEnv): Promise<void> =>
  runSubcommand(
    "users",
    { list: listUsersCommand, create: createUserCommand, deactivate: deactivateUserCommand },
    { args, environment },
  );
