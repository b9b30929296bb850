import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { HardwareKeyDocument } from "@attestory/projections/read-models/hardware-keys.ts";
import type { Listed } from "@attestory/projections/store/read-store.ts";
import { decryptTexts } from "../handling/decrypt-fields.ts";
import type { HardwareKey } from "./schema.ts";

/** Hardware keys as they are shown, to their owner and to admins. */
export async function answerHardwareKeys(
  sealing: Pick<Sealing, "decryptSealed">,
  listed: readonly Listed<HardwareKeyDocument>[],
): Promise<HardwareKey[]> {
  const documents = listed.map(({ document }) => document);
  const names = await decryptTexts(sealing, documents, "name");
  return documents.map(({ id, createdAt, lastUsedAt }) => ({
    id,
    name: names.get(id) ?? "",
    createdAt,
    lastUsed: lastUsedAt,
  }));
}
