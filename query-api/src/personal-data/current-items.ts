import type { Clock } from "@attestory/event-store/clock.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { rolesOf } from "@attestory/http/security/person-claims.ts";
import { apiKeys } from "@attestory/projections/read-models/api-keys.ts";
import { applications } from "@attestory/projections/read-models/applications.ts";
import { hardwareKeys } from "@attestory/projections/read-models/hardware-keys.ts";
import { type InvitationDocument, invitations } from "@attestory/projections/read-models/invitations.ts";
import type { Collection, Listed, Place, ReadStore } from "@attestory/projections/store/read-store.ts";
import { answerKey } from "../api-keys/answer-key.ts";
import type { ApiKey } from "../api-keys/schema.ts";
import { answerApplication } from "../applications/answer-application.ts";
import { listConnectedApps } from "../applications/connected-apps.ts";
import type { ConnectedApp } from "../applications/schema.ts";
import { decryptTexts } from "../handling/decrypt-fields.ts";
import type { NamedUser } from "../handling/query-route.ts";
import { answerHardwareKeys } from "../hardware-keys/answer-keys.ts";
import type { HardwareKey } from "../hardware-keys/schema.ts";
import { idIn, streamsOfKind } from "./own-streams.ts";
import { inPages } from "./read-streams.ts";
import type { MadeInvitation, OwnApplication } from "./schema.ts";

/** What belongs to a person, and what acts for them, as it is now. */

export interface ProgramParts {
  store: ReadStore;
  sealing: Sealing;
  now: Clock;
}

const pageSize = 100;

/** The documents of a person in an index, a page at a time. */
async function* pagesOf<Document extends object>(
  store: ReadStore,
  from: Collection<Document>,
  part: { index: string; value: string },
): AsyncGenerator<Listed<Document>[]> {
  for (let after: Place | undefined; ; ) {
    const page = { direction: "ascending", limit: pageSize, ...(after && { after }) } as const;
    const listed = await store.list(from, { ...part, ...page });
    yield listed;
    after = listed.at(-1);
    if (listed.length < pageSize) return;
  }
}

export async function* hardwareKeysOf({ store, sealing }: ProgramParts, userId: string): AsyncGenerator<HardwareKey> {
  for await (const page of pagesOf(store, hardwareKeys, { index: "user", value: userId })) {
    yield* await answerHardwareKeys(sealing, page);
  }
}

export async function* connectedAppsOf({ store }: ProgramParts, user: NamedUser): AsyncGenerator<ConnectedApp> {
  for (let cursor: Place | null | undefined; cursor !== null; ) {
    const { apps, last } = await listConnectedApps(store, user, { limit: pageSize, cursor });
    yield* apps;
    cursor = last;
  }
}

export async function* applicationsOf({ store }: ProgramParts, userId: string): AsyncGenerator<OwnApplication> {
  for (const index of ["owner", "describedOf"]) {
    for await (const page of pagesOf(store, applications, { index, value: userId })) {
      for (const { document } of page) {
        const { clientSecret: _, ...settings } = answerApplication(document, null);
        yield settings;
      }
    }
  }
}

export async function* apiKeysOf({ store, sealing, now }: ProgramParts, owner: NamedUser): AsyncGenerator<ApiKey> {
  for await (const page of pagesOf(store, apiKeys, { index: "user", value: owner.id })) {
    const documents = page.map(({ document }) => document);
    const names = await decryptTexts(sealing, documents, "name");
    for (const key of documents) yield answerKey(key, { name: names.get(key.id) ?? "", owner }, now());
  }
}

export async function* invitationsOf({ store }: ProgramParts, userId: string): AsyncGenerator<MadeInvitation> {
  for await (const streams of inPages(streamsOfKind(store, userId, "invitation"), pageSize)) {
    const made = await store.getMany(invitations, streams.map(idIn));
    for (const invitation of made.values()) yield answerInvitation(invitation);
  }
}

const answerInvitation = (invitation: InvitationDocument): MadeInvitation => ({
  id: invitation.id,
  madeAt: new Date(invitation.madeAt).toISOString(),
  expiresAt: invitation.expiresAt,
  uses: invitation.uses,
  used: invitation.used,
  isRevoked: invitation.isRevoked,
  roles: rolesOf(invitation),
  isAddressed: invitation.isAddressed,
});
