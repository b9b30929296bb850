import type { Builds } from "@attestory/projections/store/builds.ts";
import { noCheckpoint } from "@attestory/projections/store/read-store.ts";
import fc from "fast-check";

export class Killed extends Error {
  override name = "Killed";
}

/** The builds of a process that is killed in its last write, of which a share arrives. Afterwards it does nothing any more. */
export function killedIn(builds: Builds, { writes, share }: Death): Builds {
  let left = writes;
  return {
    ...builds,
    async begin(collection, continuing) {
      const build = await builds.begin(collection, continuing);
      return {
        ...build,
        async write(changes) {
          if (left-- > 0) return build.write(changes);
          const arriving = changes.map((change) => {
            const some = [...change.documents].slice(0, Math.round(change.documents.size * share));
            return { ...change, documents: new Map(some), checkpoint: noCheckpoint };
          });
          if (left === -1) await build.write(arriving);
          throw new Killed();
        },
        saveProgress: () => undefined,
        leave: async () => undefined,
        drop: async () => undefined,
      };
    },
  };
}

export const death = fc.record({ writes: fc.nat(40), share: fc.constantFrom(0, 0.5, 1) });
type Death = typeof death extends fc.Arbitrary<infer Each> ? Each : never;
