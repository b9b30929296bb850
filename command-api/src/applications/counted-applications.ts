import type { CountedApplicationEvent } from "@attestory/events/application-events.ts";
import type { Decider, Refused } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

/** The most applications that one user may have at once. */
export const mostApplications = 25;

export interface CountedApplication {
  id: string;
  countedAt: Date;
}

/** Oldest first. Some may have been deleted, handed over, or never registered: only their own streams tell. */
export interface CountedApplications {
  counted: readonly CountedApplication[];
}

type CountCommand =
  | { type: "count"; userId: string; applicationId: string }
  /** Also if it is counted: from now on, for as long as it may take until the application is the user's. */
  | { type: "count-anew"; userId: string; applicationId: string }
  | { type: "uncount"; userId: string; applicationIds: readonly string[] };

/** Counts the applications of one user, and refuses as `full` when there are as many as one user may have. */
export const countedApplications: Decider<CountedApplications, CountCommand, CountedApplicationEvent, "full"> =
  defineDecider({
    initial: { counted: [] },

    decide: {
      count: (state, command) => (has(state, command.applicationId) ? [] : countAnew(state, command)),
      "count-anew": countAnew,
      uncount: (state, { userId, applicationIds }) =>
        applicationIds
          .filter((applicationId) => has(state, applicationId))
          .map((applicationId) => ({ type: "ApplicationUncounted", data: { applicationId, userId } })),
    },

    evolve: {
      ApplicationCounted: (state, { data: { applicationId }, recordedAt }) => ({
        counted: [...without(state, applicationId), { id: applicationId, countedAt: recordedAt }],
      }),
      ApplicationUncounted: (state, { data }) => ({ counted: without(state, data.applicationId) }),
    },
  });

function countAnew(
  state: CountedApplications,
  { userId, applicationId }: { userId: string; applicationId: string },
): CountedApplicationEvent[] | Refused<"full"> {
  if (!has(state, applicationId) && state.counted.length >= mostApplications) return { refused: "full" };
  return [{ type: "ApplicationCounted", data: { applicationId, userId } }];
}

const has = ({ counted }: CountedApplications, applicationId: string): boolean =>
  counted.some(({ id }) => id === applicationId);

const without = ({ counted }: CountedApplications, applicationId: string): CountedApplication[] =>
  counted.filter(({ id }) => id !== applicationId);
