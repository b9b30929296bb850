import { runSubcommand } from "../run-subcommand.ts";
import { createApplicationCommand } from "./create-application.ts";
import { listApplicationsCommand } from "./list-applications.ts";

/** `attestory apps list|create` */
export const appsCommand = (args: string[], environment: NodeJS.ProcessEnv): Promise<void> =>
  runSubcommand("apps", { list: listApplicationsCommand, create: createApplicationCommand }, { args, environment });
