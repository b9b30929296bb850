import type { UserEvent } from "@attestory/events/account-events.ts";
import type { Recorded } from "@attestory/events/catalogue.ts";
import type { Refused } from "../handling/decider.ts";
import { endSessions } from "./end-sessions.ts";
import type { CommandOf } from "./user-command.ts";
import type { RegisteredUser, RescuePurpose } from "./user-state.ts";

/** How long a link is valid that the command line made. */
export const operatorLinkSeconds = 15 * 60;

type Decision = readonly UserEvent[] | Refused<"invalid-link">;
interface Use {
  linkId: string;
  now: Date;
}

/** Whether the link can still be used. One that is dated in the future was made with a wrong clock and does not count. */
export function isRescueLinkValid({ isActive, rescue }: RegisteredUser, { linkId, now }: Use): boolean {
  if (!isActive || rescue?.id !== linkId || rescue.purpose !== null) return false;
  return Math.abs(now.getTime() - rescue.madeAt.getTime()) < operatorLinkSeconds * 1000;
}

const isUsedFor = ({ rescue }: RegisteredUser, { linkId, purpose }: { linkId: string; purpose: RescuePurpose }) =>
  rescue?.id === linkId && rescue.purpose === purpose;

const used = ({ userId }: RegisteredUser, linkId: string, purpose: RescuePurpose): UserEvent => ({
  type: "RescueLinkUsed",
  data: { userId, linkId, purpose },
});

export function rescuePassword(state: RegisteredUser, command: Use & { passwordHash: string }): Decision {
  const { linkId, passwordHash } = command;
  if (!isRescueLinkValid(state, command)) return { refused: "invalid-link" };
  const { userId } = state;
  const reset: UserEvent = { type: "PasswordReset", data: { userId, passwordHash, resetId: linkId } };
  return [used(state, linkId, "password"), reset];
}

/** No event while an interrupted removal by the same link is not finished: it continues. */
export function rescueSecondFactors(state: RegisteredUser, { linkId, now }: Use): Decision {
  if (isUsedFor(state, { linkId, purpose: "second-factors" })) return [];
  if (!isRescueLinkValid(state, { linkId, now })) return { refused: "invalid-link" };
  return [used(state, linkId, "second-factors")];
}

export const finishRescue = (state: RegisteredUser, { linkId }: CommandOf<"finish-rescue">): Decision =>
  isUsedFor(state, { linkId, purpose: "second-factors" })
    ? [{ type: "RescueFinished", data: { userId: state.userId, linkId } }]
    : [];

export function rescueLinkUsed(
  state: RegisteredUser,
  { data: { purpose } }: Recorded<"RescueLinkUsed">,
): RegisteredUser {
  const rescue = state.rescue && purpose === "second-factors" ? { ...state.rescue, purpose } : null;
  return { ...endSessions(state, null), rescue };
}
