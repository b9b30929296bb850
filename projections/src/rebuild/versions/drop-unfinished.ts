import type { Projection } from "../../read-models/projection.ts";
import type { Build, Builds } from "../../store/builds.ts";
import { type Alone, alone } from "../alone.ts";

/**
 * Drops the builds that a process left behind which was killed while it built them, or after a switch before it dropped the previous one.
 * Waits while another process builds. @throws the signal's reason
 */
export async function dropUnfinished(
  projections: readonly Projection[],
  parts: Alone & { builds: Pick<Builds, "list" | "drop"> },
  signal: AbortSignal,
): Promise<void> {
  const unfinished = async () => leftUnfinished(await parts.builds.list());
  const names = new Set((await unfinished()).map(({ projection }) => projection));
  for (const projection of projections) {
    if (!names.has(projection.name)) continue;
    await alone([projection], { parts, signal }, async () => {
      for (const { projection: name, build } of await unfinished()) {
        if (name === projection.name) await parts.builds.drop(name, build);
      }
    });
  }
}

/** Not a first build of carried over documents: another process may be copying it. */
function leftUnfinished(list: readonly Build[]): Build[] {
  const active = new Set(list.flatMap(({ projection, state }) => (state === "running" ? [projection] : [])));
  return list.filter((one) => one.state === "building" && (!one.isCarriedOver || active.has(one.projection)));
}
