import { type ApplicationDocument, applications } from "@attestory/projections/read-models/applications.ts";
import { type ConsentDocument, consents, type TrustedSignIns } from "@attestory/projections/read-models/consents.ts";
import type { UserDocument } from "@attestory/projections/read-models/users.ts";
import type { Listed, Place, ReadStore } from "@attestory/projections/store/read-store.ts";
import type { Page } from "../handling/paging.ts";
import type { ConnectedApp } from "./schema.ts";

export interface ConnectedAppPage {
  apps: ConnectedApp[];
  /** Where the next page continues; null at the end. */
  last: Place | null;
}

type Store = Pick<ReadStore, "list" | "getMany">;
type Owner = Pick<UserDocument, "id" | "consentsCountFrom">;
type Shown = Place & { app: ConnectedApp };

/**
 * What the user allows, and the trusted applications that signed the user in, the last used first. A deleted application can do nothing, nor
 * can one whose trust alone gave it access and was taken away: both are left out, and the page is filled with what comes after.
 */
export async function listConnectedApps(
  store: Store,
  owner: Owner,
  { limit, cursor }: Page,
): Promise<ConnectedAppPage> {
  const shown: Shown[] = [];
  for (let after: Place | null | undefined = cursor; after !== null && shown.length <= limit; ) {
    const listed: Listed<ConsentDocument>[] = await store.list(consents, {
      index: "user",
      value: owner.id,
      direction: "descending",
      limit: limit + 1,
      ...(after && { after }),
    });
    shown.push(...(await shownOf(store, owner, listed)));
    after = listed.length > limit ? (listed.at(-1) ?? null) : null;
  }
  const page = shown.slice(0, limit);
  const last = shown.length > limit ? (page.at(-1) ?? null) : null;
  return { apps: page.map(({ app }) => app), last };
}

async function shownOf(store: Store, owner: Owner, listed: readonly Listed<ConsentDocument>[]): Promise<Shown[]> {
  const known = await store.getMany(
    applications,
    listed.map(({ document }) => document.applicationId),
  );
  return listed.flatMap((place) => {
    const application = known.get(place.document.applicationId);
    const app = application && answer(application, place, owner);
    return app ? [{ app, order: place.order, key: place.key }] : [];
  });
}

/** Null if the application has no access, and none of it was ended to secure the account. */
function answer(
  application: ApplicationDocument,
  { document: consent, order: lastAccess }: Listed<ConsentDocument>,
  owner: Owner,
): ConnectedApp | null {
  const trust = trustNow(application, consent);
  const counts = isCounted(consent, owner);
  const access = trust && !counts ? onTrust(trust) : onConsent(consent, trust);
  if (!access) return null;
  const { id, name, logoUrl, homepageUrl, documentUrl, trusted } = application;
  return {
    id,
    name,
    logoUrl,
    homepageUrl,
    clientHost: documentUrl === null ? null : new URL(documentUrl).host,
    trusted,
    ...access,
    status: trusted || counts ? "connected" : "ended",
    lastAccess,
  };
}

type Access = Pick<ConnectedApp, "scopes" | "apis" | "grantedAt">;

const onTrust = ({ scopes, firstAt }: TrustedSignIns): Access => ({
  scopes: [...scopes],
  apis: [],
  grantedAt: firstAt,
});

function onConsent(
  { isGranted, scopes, apis = [], grantedAt }: ConsentDocument,
  trust: TrustedSignIns | null,
): Access | null {
  if (!isGranted || grantedAt === null) return null;
  const shown = apis.map(({ applicationName: name, resource, scopes }) => ({ name, resource, scopes }));
  return { scopes: [...new Set([...scopes, ...(trust?.scopes ?? [])])], apis: shown, grantedAt };
}

/** Null if it was taken away since, also if it was given again. */
const trustNow = ({ trusted, trustEpoch }: ApplicationDocument, { trust }: ConsentDocument): TrustedSignIns | null =>
  trusted && trust?.trustEpoch === trustEpoch ? trust : null;

/** The rule of the command side, which then asks for no consent. */
const isCounted = ({ isGranted, grantedAt }: ConsentDocument, { consentsCountFrom }: Owner): boolean =>
  isGranted && grantedAt !== null && (consentsCountFrom === null || grantedAt > consentsCountFrom);
