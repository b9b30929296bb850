import type { CountedApplicationEvent } from "@attestory/events/application-events.ts";
import type { Decider } from "../handling/decider.ts";

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
export const countedApplications: Decider<CountedApplications, CountCommand, CountedApplicationEvent, "full"> = {
  initial: { counted: [] },

  decide({ counted }, command) {
    const { userId } = command;
    const isCounted = (applicationId: string) => counted.some(({ id }) => id === applicationId);
    if (command.type === "uncount") {
      return command.applicationIds
        .filter(isCounted)
        .map((applicationId) => ({ type: "ApplicationUncounted", data: { applicationId, userId } }) as const);
    }
    const { applicationId } = command;
    const isKnown = isCounted(applicationId);
    if (isKnown && command.type === "count") return [];
    if (!isKnown && counted.length >= mostApplications) return { refused: "full" };
    return [{ type: "ApplicationCounted", data: { applicationId, userId } }];
  },

  evolve({ counted }, { type, recordedAt, data: { applicationId } }) {
    const others = counted.filter(({ id }) => id !== applicationId);
    return {
      counted: type === "ApplicationCounted" ? [...others, { id: applicationId, countedAt: recordedAt }] : others,
    };
  },
};
