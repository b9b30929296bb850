import type { UserEvent } from "@attestory/events/account-events.ts";
import type { AdminEvent } from "@attestory/events/admin-events.ts";
import type { AttemptEvent } from "@attestory/events/attempt-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { SessionEvent } from "@attestory/events/sign-in-events.ts";
import { type SealedFields, sealedFieldsOf } from "../store/sealed-fields.ts";
import type { Projection } from "./projection.ts";

/** Events of the streams of one person, and the use of the link for the first admin. */
export type PersonEvent = UserEvent | SessionEvent | AttemptEvent | Extract<AdminEvent, { type: "AdminLinkUsed" }>;
type DataOf<Type extends PersonEvent["type"]> = Extract<PersonEvent, { type: Type }>["data"];

/** What an entry is about. A timeline can be filtered by it. */
export type ActivityKind = "sign-in" | "attempt" | "password" | "account";

type Fact = string | number | boolean | null;

/** One entry of a person's timeline: an event, as its owner may see it. */
export interface ActivityDocument {
  /** The id of the event. */
  id: string;
  userId: string;
  kind: ActivityKind;
  event: PersonEvent["type"];
  /** Milliseconds since the epoch. */
  at: number;
  /** The position in the log, padded, so that it sorts as text. */
  order: string;
  /** The session that started or ended, or else the one that sent the command; null if none did. */
  sessionId: string | null;
  /** Who caused the event: the person, another user, the service itself, or a visitor who is not signed in. */
  by: "owner" | "other" | "system" | "anyone";
  /** Those fields of the event that are shown and not personal. */
  facts: Readonly<Record<string, Fact>>;
  /** The personal fields, the IP address and the user agent, encrypted. */
  seal: SealedFields | null;
}

interface Told<Type extends PersonEvent["type"]> {
  kind: ActivityKind;
  facts?: readonly (keyof DataOf<Type> & string)[];
}

/** Every event of a person, with the fields that its entry shows. Null: the event is not shown. A new event does not compile without a line here. */
const told: { readonly [Type in PersonEvent["type"]]: Told<Type> | null } = {
  UserRegistered: { kind: "account" },
  DecoyRegistered: null,
  RegistrationAborted: null,
  RegistrationLapsed: null,
  VerificationRequested: null,
  EmailVerified: { kind: "account" },
  ProfileChanged: { kind: "account" },
  PasswordChanged: { kind: "password" },
  PasswordRehashed: null,
  OtherSessionsEnded: { kind: "sign-in" },
  UserActivated: { kind: "account" },
  UserDeactivated: { kind: "account" },
  RolesChanged: { kind: "account", facts: ["isAdmin", "isDeveloper", "isPro"] },
  PasswordResetRequested: { kind: "password", facts: ["reason"] },
  PasswordReset: { kind: "password" },
  EmailChangeRequested: { kind: "account" },
  EmailChangeAnnounced: null,
  EmailChangeCancelled: { kind: "account" },
  EmailChanged: { kind: "account" },
  EmailChangeUndone: { kind: "account" },
  EmailChangeSettled: null,
  UsernameChanged: { kind: "account" },
  IdentifierChangeFenced: null,
  RescueLinkMade: { kind: "password" },
  RescueLinkUsed: { kind: "password", facts: ["purpose"] },
  RescueFinished: null,
  AdminLinkUsed: { kind: "account" },
  SessionStarted: { kind: "sign-in", facts: ["method", "rememberMe"] },
  SessionSeen: null,
  SessionReauthenticated: { kind: "sign-in", facts: ["method"] },
  SessionEnded: { kind: "sign-in", facts: ["reason"] },
  WrongPasswordGiven: { kind: "attempt", facts: ["door", "knownDevice"] },
  AttemptsDelayed: null,
  AttemptsLocked: { kind: "attempt", facts: ["seconds"] },
  UnlockOffered: { kind: "attempt" },
  AttemptsLifted: { kind: "attempt", facts: ["reason"] },
};

/**
 * Keyed by event id. The index `user` has the timeline of a user by position in the log, the index `kind` the part of it that is about
 * one kind.
 */
export const activity: Projection<ActivityDocument, PersonEvent> = {
  name: "activity@1",
  group: "other",
  takes: (Object.keys(told) as PersonEvent["type"][]).filter((type) => told[type] !== null),
  personal: "sealed",
  indexes: {
    user: { entry: ({ userId, order }) => ({ value: userId, order }) },
    kind: { entry: ({ userId, kind, order }) => ({ value: kindOf({ userId, kind }), order }) },
  },
  keys: (event) => (isShown(event) ? [event.id] : []),
  evolve(_, event) {
    const userId = userOf(event);
    const telling = told[event.type];
    if (userId === null || telling === null) return null;
    return {
      id: event.id,
      userId,
      kind: telling.kind,
      event: event.type,
      at: event.recordedAt.getTime(),
      order: String(event.position).padStart(20, "0"),
      sessionId: "sessionId" in event.data ? event.data.sessionId : event.sessionId,
      by: causeOf(event, userId),
      facts: factsOf(event.data, telling.facts ?? []),
      seal: sealedFieldsOf(event),
    };
  },
};

/** The value in the index `kind`. */
export const kindOf = ({ userId, kind }: Pick<ActivityDocument, "userId" | "kind">): string => `${userId} ${kind}`;

/** Ends that the person or a limit caused. A session that expired or was replaced by a sign-in is no news. */
const shownEnds = new Set(["signed-out", "revoked", "guessed", "limit"]);

function isShown(event: RecordedEvent<PersonEvent>): boolean {
  if (userOf(event) === null) return false;
  if (event.type === "SessionStarted") return !event.data.pending;
  return event.type !== "SessionEnded" || shownEnds.has(event.data.reason);
}

/** An event of a session names its person in the metadata alone. */
const userOf = ({ data, person }: RecordedEvent<PersonEvent>): string | null =>
  "userId" in data ? data.userId : person;

function causeOf({ actor }: RecordedEvent<PersonEvent>, userId: string): ActivityDocument["by"] {
  if (actor.kind === "anyone" || actor.kind === "system") return actor.kind;
  return actor.id === userId ? "owner" : "other";
}

const factsOf = (data: object, names: readonly string[]): Record<string, Fact> =>
  Object.fromEntries(Object.entries(data).filter(([name]) => names.includes(name)));
