import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { isApiKeyGood } from "@attestory/events/api-key-validity.ts";
import { clientIdOf } from "@attestory/events/client-id.ts";
import { apiKeyPrefix } from "@attestory/http/security/api-key.ts";
import type { AccessDocument } from "@attestory/projections/read-models/access-list.ts";
import { apiKeys } from "@attestory/projections/read-models/api-keys.ts";
import { applications } from "@attestory/projections/read-models/applications.ts";
import { consentKey, consents } from "@attestory/projections/read-models/consents.ts";
import { type UserDocument, users } from "@attestory/projections/read-models/users.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { decryptTexts } from "../handling/decrypt-fields.ts";
import type { AccessOwner, GivenConsent, HeldApiKey, HeldApplication } from "./access-schema.ts";

type Store = Pick<ReadStore, "getMany">;
type Found = readonly AccessDocument[];

const ownersOf = (store: Store, found: Found) => store.getMany(users, [...new Set(found.map(({ userId }) => userId))]);

const held = ({ userId, createdAt, usedAt }: AccessDocument, owner: UserDocument | undefined) => ({
  owner: answerOwner(userId, owner),
  createdAt,
  lastUsedAt: usedAt,
});

const answerOwner = (id: string, owner: UserDocument | undefined): AccessOwner => ({
  id,
  username: owner?.username ?? null,
  isActive: owner?.isActive ?? false,
});

/** What has no document any more was revoked or deleted a moment ago. */
export async function answerApiKeys(
  { store, sealing }: { store: Store; sealing: Pick<Sealing, "decryptSealed"> },
  found: Found,
  now: Date,
): Promise<HeldApiKey[]> {
  const keys = await store.getMany(
    apiKeys,
    found.map(({ id }) => id),
  );
  const names = await decryptTexts(sealing, [...keys.values()], "name");
  const owners = await ownersOf(store, found);
  return found.flatMap((access) => {
    const key = keys.get(access.id);
    if (!key || key.revoked) return [];
    const owner = owners.get(access.userId);
    const { id, scopes, expiresAt } = key;
    const isActive = owner !== undefined && isApiKeyGood(key, owner, now) && (owner.isPro || owner.isAdmin);
    const name = names.get(id) ?? "";
    return [
      { id, name, keyPrefix: apiKeyPrefix(id), scopes: [...scopes], isActive, expiresAt, ...held(access, owner) },
    ];
  });
}

export async function answerApplications(store: Store, found: Found): Promise<HeldApplication[]> {
  const known = await applicationsOf(store, found);
  const owners = await ownersOf(store, found);
  return found.flatMap((access) => {
    const application = known.get(access.id);
    if (!application) return [];
    const { id, name, logoUrl, kind: type, isActive, trusted } = application;
    return [
      {
        id,
        name,
        clientId: clientIdOf(id, application),
        logoUrl,
        type,
        isActive,
        trusted,
        ...held(access, owners.get(access.userId)),
      },
    ];
  });
}

export async function answerConsents(store: Store, found: Found): Promise<GivenConsent[]> {
  const keyOf = ({ userId, id: applicationId }: AccessDocument) => consentKey({ userId, applicationId });
  const granted = await store.getMany(consents, found.map(keyOf));
  const known = await applicationsOf(store, found);
  const owners = await ownersOf(store, found);
  return found.flatMap((access) => {
    const consent = granted.get(keyOf(access));
    if (!consent?.isGranted) return [];
    const application = { id: access.id, name: known.get(access.id)?.name ?? null };
    return [{ application, scopes: [...consent.scopes], ...held(access, owners.get(access.userId)) }];
  });
}

const applicationsOf = (store: Store, found: Found) =>
  store.getMany(applications, [...new Set(found.map(({ id }) => id))]);
