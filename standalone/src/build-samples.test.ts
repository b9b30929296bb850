import { randomUUID } from "node:crypto";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { sealFields } from "@attestory/event-store/vault/sealing.ts";
import type { StreamName } from "@attestory/events/envelope.ts";
import { readSample, sampleNames } from "@attestory/events/testing/stored-samples.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import { rebuildTogether } from "@attestory/projections/rebuild/rebuild.ts";
import { openBuilds, openLeases, openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import { followToHead } from "@attestory/projections/testing/follow-to-head.ts";
import { expect, it } from "vitest";
import { bytesOf } from "./testing/open-build-file.ts";

const service = scratchServiceOfFile();

/** A log with every released version of every event, stored as its release stored it. */
async function appendSamples(): Promise<void> {
  const { log, keyring } = service;
  const samples = sampleNames.map(readSample).toSorted((a, b) => Number(a.event.position - b.event.position));
  const versions = new Map<StreamName, number>();
  for (const { event, opened } of samples) {
    const { position, stream, version, ...rest } = event;
    // Some samples share an id.
    const stored = { ...rest, id: randomUUID() };
    const { person } = stored;
    if (person !== null) await keyring.createPersonKey(person);
    const key = person !== null && opened && (await keyring.personKeyToSeal(person));
    const expected = versions.get(stream) ?? 0;
    await log.append(stream, expected, [
      { ...stored, sealed: key ? sealFields(key, { ...stored, stream }, opened) : null },
    ]);
    versions.set(stream, expected + 1);
  }
}

it("RE-20 builds every read model from every released version of every event, as following does", async () => {
  await appendSamples();
  const [followed, built] = [1, 2].map((generation) => ({ dataDir: service.dataDir, generation }));
  if (!followed || !built) throw new Error("two places");
  const store = await openReadStoreWriter(followed);
  const { faults, reportedErrors } = await followToHead({ ...service, store }, allProjections);
  expect([faults, reportedErrors]).toEqual([[], []]);
  await store.close();

  const [builds, leases] = [await openBuilds(built), await openLeases(built)];
  const parts = { ...service, builds, leases, holder: randomUUID() };
  expect(await rebuildTogether(allProjections, parts, new AbortController().signal)).toEqual([]);
  await Promise.all([builds.close(), leases.close()]);

  const empty: string[] = [];
  for (const projection of allProjections) {
    const bytes = await bytesOf(projection, built);
    expect(bytes, projection.name).toEqual(await bytesOf(projection, followed));
    expect(bytes.documents.filter(({ parked }) => parked !== null)).toEqual([]);
    if (bytes.documents.length === 0) empty.push(projection.name);
  }
  expect(empty).toEqual([]);
});
