import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { DecryptedFields } from "@attestory/events/catalogue.ts";
import { type SealedFields, sealOf } from "@attestory/projections/store/sealed-fields.ts";

interface Sealed {
  id: string;
  seal: SealedFields | null;
}

/** What documents hold encrypted, by their ids, decrypted at once. Null for an erased person; a document without a seal is left out. */
export async function decryptFields(
  sealing: Pick<Sealing, "decryptSealed">,
  documents: readonly Sealed[],
): Promise<ReadonlyMap<string, DecryptedFields | null>> {
  const sealed = documents.flatMap(({ id, seal }) => (seal ? [{ id, seal: sealOf(seal) }] : []));
  const opened = await sealing.decryptSealed(sealed.map(({ seal }) => seal));
  return new Map(sealed.map(({ id }, index) => [id, opened[index] ?? null]));
}

/** One personal field of documents, by their ids. An erased person has none. */
export async function decryptTexts(
  sealing: Pick<Sealing, "decryptSealed">,
  documents: readonly Sealed[],
  field: string,
): Promise<ReadonlyMap<string, string>> {
  const decrypted = await decryptFields(sealing, documents);
  return new Map(
    [...decrypted].flatMap(([id, fields]) => {
      const value = fields?.data[field];
      return typeof value === "string" ? [[id, value]] : [];
    }),
  );
}
