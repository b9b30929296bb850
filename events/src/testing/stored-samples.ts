import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { DecryptedFields } from "../catalogue.ts";
import type { StoredEvent } from "../envelope.ts";

/**
 * One file per released event version, `samples/<type>-<version>.json`: an event as stored in the log, its decrypted fields,
 * and its payload in the newest version. A later version changes only `newest` in the earlier files.
 */
const samples = new URL("../samples/", import.meta.url);

const clear = z.record(z.string(), z.unknown());
const sample = z.strictObject({
  stored: z.strictObject({
    id: z.uuid(),
    type: z.string(),
    schemaVersion: z.int(),
    stream: z.string(),
    version: z.int(),
    position: z.string(),
    recordedAt: z.int(),
    person: z.uuid().nullable(),
    data: clear,
    metadata: clear,
  }),
  opened: z.strictObject({ data: clear, ip: z.ipv4().nullable(), userAgent: z.string().nullable() }).nullable(),
  newest: clear,
});

export const sampleNames = readdirSync(samples).toSorted();

export function readSample(name: string) {
  const { stored, opened, newest } = sample.parse(JSON.parse(readFileSync(new URL(name, samples), "utf8")));
  const event = {
    ...stored,
    position: BigInt(stored.position),
    data: JSON.stringify(stored.data),
    metadata: JSON.stringify(stored.metadata),
    sealed: opened && Buffer.from("sealed"),
  } as StoredEvent;
  return { event, opened: (opened ?? undefined) as DecryptedFields | undefined, newest, clear: stored.data };
}
