import { runPart } from "../part-of-command.ts";
import { createUserCommand } from "./create-user.ts";
import { deactivateUserCommand } from "./deactivate-user.ts";
import { listUsersCommand } from "./list-users.ts";

/** `attestory users list|create|deactivate` */
export const usersCommand = (args: string[], environment: NodeJS.ProcessEnv): Promise<void> =>
  runPart(
    "users",
    { list: listUsersCommand, create: createUserCommand, deactivate: deactivateUserCommand },
    { args, environment },
  );
