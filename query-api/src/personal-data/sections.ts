import type { NamedUser } from "../handling/query-route.ts";
import { signedInWith } from "../sign-in/signed-in-with.ts";
import { type AccessParts, namesOf, secondFactorsOf, sessionsOf } from "./account-and-sessions.ts";
import {
  apiKeysOf,
  applicationsOf,
  connectedAppsOf,
  hardwareKeysOf,
  invitationsOf,
  type ProgramParts,
} from "./current-items.ts";
import { type HistoryParts, historyOf } from "./history.ts";
import type { HistoryEntry, OwnSecondFactor, PersonalData } from "./schema.ts";

/** What the file of a person's data begins with. */
export type Head = Pick<PersonalData, "service" | "takenAt" | "account">;

/** A name and a value; a null value is left out. */
type Fact = readonly [label: string, value: string | null];

/** An item as the page has it. `at`: ISO 8601. */
export interface Shown {
  title: string;
  detail?: string | null;
  at: string | null;
  facts: readonly Fact[];
}

type Lists = Omit<PersonalData, keyof Head>;
type Item<Key extends keyof Lists> = Lists[Key][number];

interface Part<Each> {
  title: string;
  about: string;
  items: AsyncIterable<Each>;
  show(item: Each): Shown;
}

/** A list of the file. Its items are read as they are written. */
export interface Section extends Part<object> {
  key: keyof Lists;
}

const section = <Key extends keyof Lists>(key: Key, part: Part<Item<Key>>): Section => ({ key, ...part });

export type SectionParts = AccessParts & ProgramParts & HistoryParts;

/** Everything that the service keeps of a person, beside the account itself. */
export const sectionsOf = (parts: SectionParts, user: NamedUser): Section[] => [
  section("names", {
    title: "Addresses and usernames",
    about: "Those that your account has and those that it had, in the order in which it got them.",
    items: namesOf(parts, user.id),
    show: ({ kind, value, since }) => ({
      title: value,
      at: since,
      facts: [["Kind", kind === "email" ? "Email address" : "Username"]],
    }),
  }),
  section("sessions", {
    title: "Sessions",
    about: "Every time that you were signed in.",
    items: sessionsOf(parts, user.id),
    show: (session) => ({
      title: `Signed in with ${signedInWith(session)}`,
      at: session.startedAt,
      facts: [
        ["Device", session.device],
        ["IP address", session.ipAddress],
        ["Last used", utc(session.lastUsedAt)],
        ["Ended", session.endedAt && utc(session.endedAt)],
      ],
    }),
  }),
  section("secondFactors", {
    title: "Second factors",
    about: "The ones that work now.",
    items: secondFactorsOf(parts, user),
    show: showFactor,
  }),
  section("hardwareKeys", {
    title: "Passkeys and hardware keys",
    about: "The ones that you can sign in with now.",
    items: hardwareKeysOf(parts, user.id),
    show: ({ name, createdAt, lastUsed }) => ({
      title: name,
      at: createdAt,
      facts: [["Last used", lastUsed && utc(lastUsed)]],
    }),
  }),
  section("connectedApplications", {
    title: "Connected applications",
    about: "What you have authorized to act with your account.",
    items: connectedAppsOf(parts, user),
    show: ({ name, grantedAt, lastAccess, scopes, homepageUrl }) => ({
      title: name,
      at: grantedAt,
      facts: [
        ["May", scopes.join(", ")],
        ["Last access", utc(lastAccess)],
        ["Home page", homepageUrl],
      ],
    }),
  }),
  section("applications", {
    title: "Your applications",
    about: "The ones that you registered, with their settings. Their secrets are not in this file.",
    items: applicationsOf(parts, user.id),
    show: ({ name, createdAt, clientId, description, redirectUris, homepageUrl }) => ({
      title: name,
      at: createdAt,
      facts: [
        ["Client ID", clientId],
        ["Description", description],
        ["Home page", homepageUrl],
        ["Redirect URIs", redirectUris.join(", ") || null],
      ],
    }),
  }),
  section("apiKeys", {
    title: "API keys",
    about: "The ones that you have now. The keys themselves are not in this file.",
    items: apiKeysOf(parts, user),
    show: ({ name, createdAt, keyPrefix, scopes, expiresAt, lastUsed }) => ({
      title: name,
      at: createdAt,
      facts: [
        ["Begins with", keyPrefix],
        ["May", scopes.join(", ")],
        ["Expires", expiresAt && utc(expiresAt)],
        ["Last used", lastUsed && utc(lastUsed)],
      ],
    }),
  }),
  section("invitations", {
    title: "Invitations",
    about: "The ones that you made. Whom they are for, and who used them, is not in this file.",
    items: invitationsOf(parts, user.id),
    show: ({ madeAt, expiresAt, uses, used, roles }) => ({
      title: `Used ${used} of ${uses} times`,
      at: madeAt,
      facts: [
        ["Expires", utc(expiresAt)],
        ["Roles", roles.join(", ") || null],
      ],
    }),
  }),
  section("history", {
    title: "History",
    about: "Everything that the log has about you, oldest first.",
    items: historyOf(parts, user.id),
    show: showEntry,
  }),
];

const factorNames = {
  "authenticator-app": "Authenticator app",
  "recovery-codes": "Recovery codes",
  "trusted-browser": "Trusted browser",
} as const;

const showFactor = ({ kind, since, until, left, device, network }: OwnSecondFactor): Shown => ({
  title: factorNames[kind],
  at: since,
  facts: [
    ["Still work", left === null ? null : String(left)],
    ["Device", device],
    ["Network", network],
    ["Until", until && utc(until)],
  ],
});

const causes: Readonly<Record<HistoryEntry["by"], string | null>> = {
  owner: null,
  other: "Someone else",
  application: "An application",
  system: "The service",
  anyone: null,
};

const showEntry = (entry: HistoryEntry): Shown => ({
  title: entry.sentence,
  detail: entry.detail,
  at: entry.time,
  facts: [
    ["By", causes[entry.by]],
    ["Device", entry.device],
    ["Network", entry.ipAddress ?? entry.network],
    ["Application", typeof entry.data.applicationId === "string" ? entry.data.applicationId : null],
    ["In the log", entry.event],
  ],
});

/** `2026-03-01 12:00:00 UTC`. */
export const utc = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
