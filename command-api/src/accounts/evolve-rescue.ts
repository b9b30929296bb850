import type { UserEvent } from "@attestory/events/account-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { endSessions } from "./end-sessions.ts";
import type { RegisteredUser } from "./user-state.ts";

type RescueEvent = RecordedEvent<Extract<UserEvent, { type: `Rescue${string}` }>>;

export function evolveRescue(state: RegisteredUser, event: RescueEvent): RegisteredUser {
  if (event.type === "RescueLinkMade") {
    return { ...state, rescue: { id: event.id, madeAt: event.recordedAt, purpose: null } };
  }
  if (event.type === "RescueFinished") return { ...state, rescue: null };
  const { purpose } = event.data;
  const rescue = state.rescue && purpose === "second-factors" ? { ...state.rescue, purpose } : null;
  return { ...endSessions(state, null), rescue };
}
