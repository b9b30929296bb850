import type { DeviceRequestEvent } from "@attestory/events/device-events.ts";
import type { Decider, Refused } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

type DataOf<Type extends DeviceRequestEvent["type"]> = Extract<DeviceRequestEvent, { type: Type }>["data"];
type Requested = DataOf<"DeviceAuthorizationRequested">;
type Answered = DataOf<"DeviceAuthorizationAnswered">;

/** What a device asks its user. */
export interface DeviceRequest extends Omit<Requested, "expiresAt"> {
  status: "requested";
  expiresAt: Date;
  /** Null while it waits for the user. */
  answer: Pick<Answered, "userId" | "sessionId" | "outcome"> | null;
  /** How often the device asked for its tokens too soon. */
  slowDowns: number;
}
export type DeviceRequestState = { status: "none" } | DeviceRequest;

export type DeviceRequestCommand =
  | ({ type: "request"; now: Date } & Requested)
  | ({ type: "answer"; now: Date } & Omit<Answered, "applicationId">)
  | { type: "slow-down"; authorizationId: string };

/** `code-taken`: another request has this user code. `unknown-code`: also one of a request that came later with the same user code. */
export type DeviceRequestReason = "code-taken" | "unknown-code" | "code-over" | "code-answered";
type Decision = readonly DeviceRequestEvent[] | Refused<DeviceRequestReason>;
type CommandOf<Type extends DeviceRequestCommand["type"]> = Extract<DeviceRequestCommand, { type: Type }>;

/** How long a user code and a device code are good. */
export const deviceCodeSeconds = 900;

/** In seconds. RFC 8628 section 3.5: each poll that comes too soon makes it five longer. */
const firstInterval = 5;
const longestInterval = 60;
/** How many seconds a device waits between two polls: 5, 10, …, 60. */
export const pollIntervals: readonly number[] = Array.from(
  { length: longestInterval / firstInterval },
  (_, index) => (index + 1) * firstInterval,
);
export const pollInterval = ({ slowDowns }: Pick<DeviceRequest, "slowDowns">): number =>
  Math.min(longestInterval, firstInterval * (1 + slowDowns));

export const isOver = ({ expiresAt }: Pick<DeviceRequest, "expiresAt">, now: Date): boolean => now >= expiresAt;

/** What the device with this user code asks, and what its user answers. The grant itself is an authorization. */
export const deviceRequest: Decider<DeviceRequestState, DeviceRequestCommand, DeviceRequestEvent, DeviceRequestReason> =
  defineDecider({
    initial: { status: "none" },
    decide: { request },
    evolve: { DeviceAuthorizationRequested: requested },

    when: {
      is: isRequested,
      otherwise: "unknown-code",
      decide: { answer, "slow-down": slowDown },
      evolve: {
        DeviceAuthorizationAnswered: (state, { data: { userId, sessionId, outcome } }) => ({
          ...state,
          answer: { userId, sessionId, outcome },
        }),
        DeviceSlowedDown: (state) => ({ ...state, slowDowns: state.slowDowns + 1 }),
      },
    },
  });

function isRequested(state: DeviceRequestState): state is DeviceRequest {
  return state.status === "requested";
}

/** An answered request keeps its code, too: its device has yet to learn of the answer. */
function request(state: DeviceRequestState, { type: _, now, ...data }: CommandOf<"request">): Decision {
  if (isRequested(state) && !isOver(state, now)) return { refused: "code-taken" };
  return [{ type: "DeviceAuthorizationRequested", data }];
}

function requested(_: DeviceRequestState, { data }: { data: Requested }): DeviceRequest {
  return { status: "requested", ...data, expiresAt: new Date(data.expiresAt), answer: null, slowDowns: 0 };
}

/** The same answer again is none: what it allows may not have been finished. */
function answer(state: DeviceRequest, { type: _, now, ...answered }: CommandOf<"answer">): Decision {
  if (state.authorizationId !== answered.authorizationId) return { refused: "unknown-code" };
  if (isOver(state, now)) return { refused: "code-over" };
  if (state.answer === null) {
    const data = { ...answered, applicationId: state.applicationId };
    return [{ type: "DeviceAuthorizationAnswered", data }];
  }
  const isSame = state.answer.sessionId === answered.sessionId && state.answer.outcome === answered.outcome;
  return isSame ? [] : { refused: "code-answered" };
}

function slowDown(state: DeviceRequest, { authorizationId }: CommandOf<"slow-down">): Decision {
  const isLongest = pollInterval(state) === longestInterval;
  if (state.authorizationId !== authorizationId || isLongest) return [];
  return [{ type: "DeviceSlowedDown", data: { authorizationId } }];
}
