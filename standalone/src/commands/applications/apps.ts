import { runPart } from "../part-of-command.ts";
import { createApplicationCommand } from "./create-application.ts";
import { listApplicationsCommand } from "./list-applications.ts";

/** `attestory apps list|create` */
export const appsCommand = (args: string[], environment: NodeJS.ProcessEnv): Promise<void> =>
  runPart("apps", { list: listApplicationsCommand, create: createApplicationCommand }, { args, environment });
