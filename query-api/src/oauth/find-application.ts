import { applicationIdOf } from "@attestory/events/client-id.ts";
import { type ApplicationDocument, applications } from "@attestory/projections/read-models/applications.ts";
import { clientSources } from "@attestory/projections/read-models/client-sources.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The application of this client id or id; null if there is none. It is not active where it came from a document whose address no admin
 * allows any more.
 */
export async function findApplication(
  store: Pick<ReadStore, "get">,
  clientId: string,
): Promise<ApplicationDocument | null> {
  const id = applicationIdOf(clientId);
  const application = uuid.test(id) ? await store.get(applications, id) : null;
  if (!application?.documentUrl) return application;
  const source = application.sourceId === null ? null : await store.get(clientSources, application.sourceId);
  return { ...application, isActive: application.isActive && source !== null };
}
