import { applicationStream, countedApplicationsStream } from "@attestory/events/envelope.ts";
import { application } from "../applications/application.ts";
import { countedApplications } from "../applications/counted-applications.ts";
import { deleteApplication } from "../applications/delete-application.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";

/**
 * Deletes the applications of an erased person: nobody is left who answers for them. Those that describe themselves stay, because their
 * address could then never be used again; an admin hands them over. Returns false if other writers came first.
 */
export async function endApplications(
  commandHandler: CommandHandler,
  ownerId: string,
  commandContext: CommandContext,
): Promise<boolean> {
  const { state } = await commandHandler.load(countedApplications, countedApplicationsStream(ownerId));
  for (const { id: applicationId } of state.counted) {
    const { state: owned } = await commandHandler.load(application, applicationStream(applicationId));
    if (owned.status !== "registered" || owned.ownerId !== ownerId || owned.documentUrl !== null) continue;
    const deleted = await deleteApplication(commandHandler, { ownerId, applicationId }, stepContext(commandContext));
    // Deleted meanwhile, or another writer came first: the next try finds out.
    if (isRefused(deleted)) return false;
  }
  return true;
}
