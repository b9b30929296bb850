import { applicationIdOf, clientIdOf, isApplicationId } from "@attestory/events/client-id.ts";
import { type ApplicationDocument, applications } from "@attestory/projections/read-models/applications.ts";
import { clientSources } from "@attestory/projections/read-models/client-sources.ts";
import { users } from "@attestory/projections/read-models/users.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { stateOfSource } from "./live-source.ts";

/**
 * The application of this client id or id; null if there is none. It is not active where it came from a document whose address no admin
 * allows any more.
 */
export async function findApplication(
  store: Pick<ReadStore, "get">,
  clientId: string,
): Promise<ApplicationDocument | null> {
  const id = applicationIdOf(clientId);
  const application = isApplicationId(id) ? await store.get(applications, id) : null;
  if (!application?.documentUrl) return application;
  return { ...application, isActive: application.isActive && (await isAllowed(store, application)) };
}

async function isAllowed(
  store: Pick<ReadStore, "get">,
  { sourceId }: Pick<ApplicationDocument, "sourceId">,
): Promise<boolean> {
  const source = sourceId === null ? null : await store.get(clientSources, sourceId);
  return source !== null && stateOfSource(source, await store.get(users, source.allowedBy)) === "allowed";
}

/**
 * The active application that somebody outside calls so. One that describes itself is known by the address of its document alone, as on the
 * command side.
 */
export async function findClient(store: Pick<ReadStore, "get">, clientId: string): Promise<ApplicationDocument | null> {
  const found = await findApplication(store, clientId);
  return found?.isActive && clientIdOf(found.id, found) === clientId ? found : null;
}
