import { sessionStream, userStream } from "@attestory/events/envelope.ts";
import { sessionValidity } from "@attestory/events/session-validity.ts";
import { hasRoleFor } from "@attestory/http/routing/principal.ts";
import { user } from "../accounts/user.ts";
import { sessionOwnerOf } from "../accounts/user-validity.ts";
import type { AuthorityGuard } from "../handling/authority-guard.ts";
import { session } from "./session.ts";

/** Reads the streams, so that a session revoked a moment ago counts as ended, and a role taken away as gone. A session that never started has not ended. */
export const sessionGuard: AuthorityGuard = {
  stream: sessionStream,
  async hasEnded(load, { id: sessionId, access }, present) {
    const { state } = await load(session, sessionStream(sessionId));
    if (state.status !== "started") return false;
    const owner = sessionOwnerOf((await load(user, userStream(state.userId))).state);
    if (owner === null || sessionValidity(state, owner, present) === "ended") return true;
    return access !== undefined && !hasRoleFor(access, owner.roles);
  },
};
