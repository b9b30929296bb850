import type { ApplicationSessionEvent } from "@attestory/events/logout-events.ts";
import { z } from "zod";
import type { Decider, SnapshotForm } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";
import { instant, type OfUser, snapshotForm } from "../handling/snapshot-form.ts";

const entry = z.strictObject({
  sessionId: z.uuid(),
  applicationId: z.uuid(),
  /** The session has expired by then, however it was used. */
  endsAt: instant,
});
const stored = z.strictObject({ userId: z.uuid(), entries: z.array(entry).readonly() });

/** The sessions of one user that may live, and the applications that are to be told of their end. */
export type ApplicationSessions = OfUser<typeof stored>;
type Entry = z.infer<typeof entry>;

/** A busy script's user signs in to applications thousands of times. */
const snapshot: SnapshotForm<ApplicationSessions> = snapshotForm("applicationSessions@22c14f90", stored);

type Command =
  | ({ type: "sign-in"; userId: string } & Entry)
  /** Asks for the logout tokens of sessions that have ended. */
  | { type: "request-logouts"; sessionIds: readonly string[] };

/** Which applications have signed a user in, in which session. Each is asked to be told once, when the session has ended. */
export const applicationSessions: Decider<ApplicationSessions, Command, ApplicationSessionEvent, never> = defineDecider(
  {
    initial: { userId: null, entries: [] },
    decide: {
      "sign-in": ({ entries }, { type: _, endsAt, ...data }) =>
        entries.some(isOf(data))
          ? []
          : [{ type: "ApplicationSignedIn", data: { ...data, endsAt: endsAt.toISOString() } }],
      "request-logouts": ({ userId, entries }, { sessionIds }) =>
        userId === null
          ? []
          : entries
              .filter(({ sessionId }) => sessionIds.includes(sessionId))
              .map(({ sessionId, applicationId }) => ({
                type: "LogoutRequested" as const,
                data: { userId, sessionId, applicationId },
              })),
    },
    evolve: {
      ApplicationSignedIn: ({ entries }, { data: { userId, endsAt, ...named }, recordedAt }) => ({
        userId,
        // A session that expired ends without an event.
        entries: [...entries.filter((one) => one.endsAt > recordedAt), { ...named, endsAt: new Date(endsAt) }],
      }),
      LogoutRequested: ({ userId, entries }, { data }) => ({
        userId,
        entries: entries.filter((one) => !isOf(data)(one)),
      }),
    },
    snapshot,
  },
);

const isOf =
  ({ sessionId, applicationId }: Pick<Entry, "sessionId" | "applicationId">) =>
  (one: Entry): boolean =>
    one.sessionId === sessionId && one.applicationId === applicationId;
