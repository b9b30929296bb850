import { namesIn, type Projection } from "../../read-models/projection.ts";

/** Reports a group once its last build is active, which may be in a later pass. Of a group of which one build failed, nothing is reported. */
export function groupReports(send: (projections: readonly string[]) => void) {
  const built = new Set<Projection>();
  let unfinished: readonly Projection[] = [];
  return {
    built: built as ReadonlySet<Projection>,
    /** A pass begins that builds these. */
    begin(behind: readonly Projection[]): void {
      unfinished = behind;
    },
    onRebuilt({ projection }: { projection: Projection }): void {
      built.add(projection);
      const { group } = projection;
      if (unfinished.some((other) => other.group === group && !built.has(other))) return;
      send(namesIn(group, [...built]));
    },
  };
}
