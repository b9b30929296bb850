import { applicationIdOf } from "@attestory/events/client-id.ts";
import { applicationStream, clientSourcesStream } from "@attestory/events/envelope.ts";
import { clientSources } from "../client-sources/client-sources.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { application } from "./application.ts";
import type { Application } from "./application-state.ts";

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** The application that a client id names. Null if there is none, it was deleted, it is suspended, or no admin allows where it comes from. */
export async function loadApplication(
  { load }: Pick<CommandHandler, "load">,
  clientId: string,
): Promise<Application | null> {
  const applicationId = applicationIdOf(clientId);
  if (!isId(applicationId)) return null;
  const { state } = await load(application, applicationStream(applicationId));
  if (state.status !== "registered" || !state.isActive) return null;
  return (await isAdmitted({ load }, state)) ? state : null;
}

/** Whether the list of admins still has the entry under which its document was read. True for an application without a document. */
export async function isAdmitted(
  { load }: Pick<CommandHandler, "load">,
  { documentUrl, document }: Pick<Application, "documentUrl" | "document">,
): Promise<boolean> {
  if (documentUrl === null) return true;
  const { state } = await load(clientSources, clientSourcesStream);
  return document !== null && state.has(document.sourceId);
}
