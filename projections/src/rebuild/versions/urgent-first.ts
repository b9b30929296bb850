import type { Projection } from "../../read-models/projection.ts";

interface Others {
  /** Those of them that answer nothing until they are built. */
  behind: readonly Projection[];
  /** Those that answer already. */
  followed: readonly Projection[];
}

const isUrgent = ({ group }: Projection) => group === "authentication";

/**
 * The passes in which projections are built. One, as a rule. But if a release lacks only some of what authentication needs, nobody is
 * authenticated until these are built: they come first, in a pass of their own, which reads no other events.
 */
export function urgentFirst(toBuild: readonly Projection[], { behind, followed }: Others): (readonly Projection[])[] {
  const urgent = toBuild.filter((one) => isUrgent(one) && behind.includes(one));
  const rest = toBuild.filter((one) => !urgent.includes(one));
  return urgent.length > 0 && rest.length > 0 && followed.some(isUrgent) ? [urgent, rest] : [toBuild];
}
