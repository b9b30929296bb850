import { randomUUID } from "node:crypto";
import type { UserCommand } from "@attestory/command-api/accounts/user-command.ts";
import type { HardwareKeysCommand } from "@attestory/command-api/hardware-keys/hardware-keys.ts";
import type { SecondFactorCommand } from "@attestory/command-api/second-factors/decide-second-factors.ts";
import type { SessionCommand } from "@attestory/command-api/sessions/session.ts";
import fc from "fast-check";
import { hardwareKeyCommands, secondFactorCommands } from "./random-factor-commands.ts";
import type { CommandOf, Fields } from "./random-fields.ts";

const account = ({ userId, username, text }: Fields) => ({
  userId,
  email: `${text}@example.com`,
  username,
  firstName: text,
  lastName: null,
});
const by = ({ sessionId, registered }: Fields) => ({ sessionId, sessionEpoch: registered?.sessionEpoch ?? 0 });
const verifiedAgainst = ({ registered, flag }: Fields) => (flag ? (registered?.passwordHash ?? "") : "another");
const rescueLink = ({ registered }: Fields) => registered?.rescue?.id ?? randomUUID();
const passwordHash = ({ text }: Fields) => `hash of ${text}`;

/** The fields of every command of a user. A new command does not compile before it has a line here. */
export const userCommands: CommandOf<UserCommand> = {
  register: (fields) => ({ ...account(fields), passwordHash: passwordHash(fields) }),
  "register-decoy": (fields) => ({ ...account(fields), ownerId: fields.ownerId }),
  "abort-registration": ({ userId }) => ({ userId }),
  "request-verification": ({ now }) => ({ now }),
  lapse: ({ flag, now }) => ({ reason: flag ? "expired" : "replaced", now }),
  "verify-email": ({ registered, flag, now }) => ({
    verificationId: flag ? (registered?.verification.id ?? "") : randomUUID(),
    sameBrowser: flag,
    now,
  }),
  "change-profile": ({ text, flag }) => ({ firstName: flag ? text : null, lastName: text }),
  "change-password": (fields) => ({
    verifiedAgainst: verifiedAgainst(fields),
    passwordHash: passwordHash(fields),
    by: by(fields),
  }),
  "remove-password": (fields) => ({ removed: verifiedAgainst(fields), by: by(fields) }),
  "set-password": (fields) => ({ passwordHash: passwordHash(fields), by: by(fields) }),
  "rehash-password": (fields) => ({
    verifiedAgainst: verifiedAgainst(fields),
    passwordHash: passwordHash(fields),
  }),
  "end-other-sessions": (fields) => ({ by: by(fields) }),
  "request-password-reset": ({ now }) => ({ now }),
  "reset-password": (fields) => ({
    resetId: fields.registered?.reset?.id ?? randomUUID(),
    passwordHash: passwordHash(fields),
    now: fields.now,
  }),
  "request-email-change": ({ text, flag }) => ({ email: `${text}@example.net`, taken: flag }),
  "cancel-email-change": () => ({}),
  "change-email": ({ registered, now }) => ({
    requestId: registered?.pendingEmail?.id ?? randomUUID(),
    identifier: "email-new",
    formerIdentifier: "email-former",
    fences: registered?.fences ?? 0,
    now,
  }),
  "undo-email-change": ({ registered, now }) => ({ changeId: registered?.emailChanges[0]?.id ?? randomUUID(), now }),
  "settle-email-change": ({ registered, now }) => ({ changeId: registered?.emailChanges[0]?.id ?? randomUUID(), now }),
  "change-username": ({ username, text, registered }) => ({
    username: `${username}-${text}`,
    from: registered?.username ?? null,
    formerIdentifier: "username-former",
    fences: registered?.fences ?? 0,
  }),
  "fence-identifier-change": () => ({}),
  "secure-account": ({ now }) => ({ causeId: randomUUID(), causedAt: now }),
  "change-status": ({ flag, registered }) => ({ isActive: flag, accessVersion: registered?.accessVersion ?? 0 }),
  "change-roles": ({ flag, text, registered }) => ({
    isAdmin: flag,
    isDeveloper: text === "Ada",
    isPro: false,
    accessVersion: registered?.accessVersion ?? 0,
  }),
  "enable-developer": () => ({}),
  "verify-by-operator": () => ({}),
  "make-rescue-link": () => ({}),
  "rescue-password": (fields) => ({
    linkId: rescueLink(fields),
    passwordHash: passwordHash(fields),
    now: fields.now,
  }),
  "rescue-second-factors": (fields) => ({ linkId: rescueLink(fields), now: fields.now }),
  "finish-rescue": (fields) => ({ linkId: rescueLink(fields) }),
};
export const sessionCommands: CommandOf<SessionCommand> = {
  start: ({ sessionId, userId, registered, flag }) => ({
    sessionId,
    userId,
    tokenHash: "hash",
    pending: !registered?.emailVerified,
    method: "password",
    secondFactor: null,
    newDevice: false,
    rememberMe: flag,
    sessionEpoch: registered?.sessionEpoch ?? 0,
    idleSeconds: 3600,
    absoluteSeconds: 43_200,
  }),
  "record-activity": ({ now }) => ({ now }),
  reauthenticate: ({ flag }) => ({ method: flag ? "password" : "totp" }),
  end: ({ userId, flag }) => ({ userId, reason: flag ? "signed-out" : "expired" }),
};
export type ActionKind =
  | { kind: "user"; type: UserCommand["type"] }
  | { kind: "session"; type: SessionCommand["type"] }
  | { kind: "factors"; type: SecondFactorCommand["type"] }
  | { kind: "keys"; type: HardwareKeysCommand["type"] }
  | { kind: "email sent" };
/** Users and sessions begin more often than anything else happens to them. */
const actions: readonly ActionKind[] = [
  ...typesOf(userCommands).map((type): ActionKind => ({ kind: "user", type })),
  ...typesOf(sessionCommands).map((type): ActionKind => ({ kind: "session", type })),
  ...typesOf(secondFactorCommands).map((type): ActionKind => ({ kind: "factors", type })),
  ...typesOf(hardwareKeyCommands).map((type): ActionKind => ({ kind: "keys", type })),
  ...often({ kind: "user", type: "register" }),
  { kind: "user", type: "change-profile" },
  ...often({ kind: "session", type: "start" }),
  { kind: "factors", type: "start-set-up" },
  { kind: "factors", type: "enable" },
  { kind: "keys", type: "add" },
  { kind: "email sent" },
];

function often(kind: ActionKind): ActionKind[] {
  return Array.from({ length: 8 }, () => kind);
}

function typesOf<Type extends string>(commands: Record<Type, unknown>): Type[] {
  return Object.keys(commands) as Type[];
}

/** A random action on one of three accounts and with one of three sessions; `text` and `flag` are its arguments. */
export const action = fc.record({
  kind: fc.constantFrom(...actions),
  who: fc.nat(2),
  where: fc.nat(2),
  text: fc.constantFrom("Ada", "Grace", "Žofie", null),
  flag: fc.boolean(),
  /** How far the clock moves. It may go back, because the clocks of processes differ. */
  seconds: fc.integer({ min: -5, max: 900 }),
});
export type Action = typeof action extends fc.Arbitrary<infer Each> ? Each : never;
