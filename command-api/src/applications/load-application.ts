import { applicationIdOf, clientIdOf, isApplicationId } from "@attestory/events/client-id.ts";
import { applicationStream } from "@attestory/events/envelope.ts";
import { isAllowing } from "../client-sources/find-source.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { application } from "./application.ts";
import type { Application } from "./application-state.ts";

/** The application that a client id names. Null if there is none, it was deleted, it is suspended, or no admin allows where it comes from. */
export async function loadApplication(
  { load }: Pick<CommandHandler, "load">,
  clientId: string,
): Promise<Application | null> {
  const applicationId = applicationIdOf(clientId);
  if (!isApplicationId(applicationId)) return null;
  const { state } = await load(application, applicationStream(applicationId));
  if (state.status !== "registered" || !state.isActive) return null;
  return (await isAdmitted({ load }, state)) ? state : null;
}

/**
 * As `loadApplication`, of what somebody outside calls a client id. An application that describes itself is unknown by its id: its document is
 * not read again for that, so that what it no longer says would count.
 */
export async function loadClient(
  commandHandler: Pick<CommandHandler, "load">,
  clientId: string,
): Promise<Application | null> {
  const found = await loadApplication(commandHandler, clientId);
  return found && clientIdOf(found.applicationId, found) === clientId ? found : null;
}

/** Whether the list of admins still has the entry under which its document was read, of a maker who is an admin still. True for an application without a document. */
export async function isAdmitted(
  { load }: Pick<CommandHandler, "load">,
  { documentUrl, document }: Pick<Application, "documentUrl" | "document">,
): Promise<boolean> {
  if (documentUrl === null) return true;
  return document !== null && (await isAllowing({ load }, document.sourceId));
}
