import type { StoredRecord } from "./generation-record.ts";

/** Opens the record in the database of the vault, once the server is available. */
export async function openGenerationRecord(location: {
  url: string;
  onWaiting?: (error: unknown) => void;
}): Promise<StoredRecord> {
  // Loaded only when needed: MongoDB's client takes memory in every thread.
  const { openMongoGenerationRecord } = await import("../mongodb/generation-record.ts");
  return openMongoGenerationRecord(location);
}
