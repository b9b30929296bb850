import { isOfMakersTerm } from "@attestory/events/invitation-validity.ts";
import type { ClientSourceDocument } from "@attestory/projections/read-models/client-sources.ts";
import type { UserDocument } from "@attestory/projections/read-models/users.ts";

/** Of an entry of the list of client sources. `no-admin`: its maker has stopped being an active admin since. */
export type SourceState = "allowed" | "removed" | "no-admin";

/** Whether it counts: the rule of the command side. */
export function stateOfSource(source: ClientSourceDocument, maker: UserDocument | null): SourceState {
  if (source.removed) return "removed";
  return maker && isOfMakersTerm(source, maker) ? "allowed" : "no-admin";
}
