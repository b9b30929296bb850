import type { Projection } from "@attestory/projections/read-models/projection.ts";
import { openBuilds } from "@attestory/projections/store/open-read-store.ts";
import { buildFile, catalogueFile, openForReading } from "@attestory/projections/store/sqlite/files.ts";

/** Everything that the file of the active build holds, as stored. */
export async function bytesOf({ name }: Projection, location: { dataDir: string; generation: number }) {
  const builds = await openBuilds(location);
  const running = (await builds.list()).find(({ projection, state }) => projection === name && state === "running");
  await builds.close();
  const file = buildFile(catalogueFile(location.dataDir, location.generation), name, running?.build ?? 0);
  const database = openForReading(file);
  const all = (query: string) => database.prepare(query).all();
  try {
    return {
      documents: all("SELECT key, position, document, parked FROM documents ORDER BY key"),
      entries: all("SELECT name, value, place, key FROM entries ORDER BY name, value, place, key"),
    };
  } finally {
    database.close();
  }
}
