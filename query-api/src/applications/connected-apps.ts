import { type ApplicationDocument, applications } from "@attestory/projections/read-models/applications.ts";
import { type ConsentDocument, consents } from "@attestory/projections/read-models/consents.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import type { ConnectedApp } from "./schema.ts";

/** The most that are shown; nobody has come near it. */
const limit = 200;

/** What the user allows, the last used first. A deleted application can do nothing, so it is left out. */
export async function connectedAppsOf(
  store: Pick<ReadStore, "list" | "getMany">,
  userId: string,
): Promise<ConnectedApp[]> {
  const listed = await store.list(consents, { index: "user", value: userId, direction: "descending", limit });
  const granted = listed.map(({ document }) => document);
  const known = await store.getMany(
    applications,
    granted.map(({ applicationId }) => applicationId),
  );
  return granted.flatMap((consent) => {
    const application = known.get(consent.applicationId);
    return application ? [answer(application, consent)] : [];
  });
}

const answer = (
  { id, name, logoUrl, homepageUrl }: ApplicationDocument,
  { scopes, grantedAt, usedAt }: ConsentDocument,
): ConnectedApp => ({
  id,
  name,
  logoUrl,
  homepageUrl,
  scopes: [...scopes],
  grantedAt,
  lastAccess: usedAt ?? grantedAt,
});
