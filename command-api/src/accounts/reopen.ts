import type { UserEvent } from "@attestory/events/account-events.ts";
import type { RegisteredUser } from "./user-state.ts";

/** What takes back an open request: the account is not erased at the wish of someone who had no right to it. */
export const reopened = ({ userId, erasure }: RegisteredUser): UserEvent[] =>
  erasure === null ? [] : [{ type: "ErasureCancelled", data: { userId, requestId: erasure.id } }];
