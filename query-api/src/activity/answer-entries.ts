import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { deviceInWords, locationInWords } from "@attestory/http/parsing/device.ts";
import type { ActivityDocument } from "@attestory/projections/read-models/activity.ts";
import type { Listed, ReadStore } from "@attestory/projections/store/read-store.ts";
import { decryptFields } from "../handling/decrypt-fields.ts";
import { describeActivity } from "./describe-activity.ts";
import type { Activity } from "./schema.ts";
import { settingsBefore } from "./settings-before.ts";

export interface EntryParts {
  store: Pick<ReadStore, "list">;
  sealing: Pick<Sealing, "decryptSealed">;
}

/** Entries in the words that their owner reads. `currentSession`: the session that asks, or null if it is not the owner's. */
export async function answerEntries(
  { store, sealing }: EntryParts,
  listed: readonly Listed<ActivityDocument>[],
  currentSession: string | null,
): Promise<Activity[]> {
  const documents = listed.map(({ document }) => document);
  const decrypted = await decryptFields(sealing, documents);
  const before = await settingsBefore(store, listed);
  return documents.map((document) => {
    const { data = {}, ip = null, userAgent = null } = decrypted.get(document.id) ?? {};
    const { sentence, detail, canDisown } = describeActivity(document, {
      personal: data,
      settingsBefore: before.get(document.id) ?? null,
    });
    const { device, network, sessionId } = originOf(document, { ip, userAgent });
    const isCurrent = currentSession !== null && sessionId === currentSession;
    return {
      id: document.id,
      type: document.kind,
      sentence,
      detail,
      time: new Date(document.at).toISOString(),
      device,
      network,
      sessionId,
      isCurrent,
      canDisown: canDisown && !isCurrent,
    };
  });
}

/** Where an event came from. An admin's device, address and session are not the owner's to see. */
function originOf(
  { by, sessionId }: ActivityDocument,
  { ip, userAgent }: { ip: string | null; userAgent: string | null },
): Pick<Activity, "device" | "network" | "sessionId"> {
  if (by === "other") return { device: null, network: null, sessionId: null };
  const device = userAgent === null && by === "system" ? null : deviceInWords(userAgent);
  return { device, network: locationInWords(ip), sessionId };
}
