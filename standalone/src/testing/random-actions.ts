import type { UserCommand } from "@attestory/command-api/accounts/user-command.ts";
import type { HardwareKeysCommand } from "@attestory/command-api/hardware-keys/hardware-keys-command.ts";
import type { SecondFactorCommand } from "@attestory/command-api/second-factors/second-factors-command.ts";
import type { SessionCommand } from "@attestory/command-api/sessions/session.ts";
import fc from "fast-check";
import { sessionCommands, userCommands } from "./random-commands.ts";
import { hardwareKeyCommands, secondFactorCommands } from "./random-factor-commands.ts";
import {
  invitationCommands,
  invitedAccountCommands,
  type JoiningActionKind,
  mailTestCommands,
  signUpPolicies,
} from "./random-joining-commands.ts";
import {
  apiKeyCommands,
  applicationCommands,
  authorizationCommands,
  consentCommands,
  type OAuthActionKind,
} from "./random-oauth-commands.ts";

export type ActionKind =
  | { kind: "user"; type: UserCommand["type"] }
  | { kind: "session"; type: SessionCommand["type"] }
  | { kind: "factors"; type: SecondFactorCommand["type"] }
  | { kind: "keys"; type: HardwareKeysCommand["type"] }
  | { kind: "email sent" }
  | { kind: "backup taken" }
  | OAuthActionKind
  | JoiningActionKind;

/** Which of three accounts acts, and on which of three sessions and applications. */
const place = { who: fc.nat(2), where: fc.nat(2) };
const details = {
  text: fc.constantFrom("Ada", "Grace", "Žofie", null),
  flag: fc.boolean(),
  /** How far the clock moves. It may go back, because the clocks of processes differ. */
  seconds: fc.integer({ min: -5, max: 900 }),
};
const stepOf = (kinds: readonly ActionKind[]) => fc.record({ kind: fc.constantFrom(...kinds), ...details });
type Step = ReturnType<typeof stepOf> extends fc.Arbitrary<infer Each> ? Each : never;

/** One action; `text` and `flag` are its arguments. */
export interface Action extends Step {
  who: number;
  where: number;
}

/** One to five actions on the same subject at the same place, so that later ones find what the first began. */
const turnOf = (kinds: readonly ActionKind[]): fc.Arbitrary<Action[]> =>
  fc
    .record({ ...place, steps: fc.array(stepOf(kinds), { minLength: 1, maxLength: 5, size: "max" }) })
    .map(({ who, where, steps }) => steps.map((step) => ({ ...step, who, where })));

function often(kind: ActionKind, times: number): ActionKind[] {
  return Array.from({ length: times }, () => kind);
}

function typesOf<Type extends string>(commands: Record<Type, unknown>): Type[] {
  return Object.keys(commands) as Type[];
}

/** What begins something is more likely than anything that happens to it later. */
const users: readonly ActionKind[] = [
  ...typesOf(userCommands).map((type): ActionKind => ({ kind: "user", type })),
  ...often({ kind: "user", type: "register" }, 16),
  { kind: "user", type: "change-profile" },
];
const sessions: readonly ActionKind[] = [
  ...typesOf(sessionCommands).map((type): ActionKind => ({ kind: "session", type })),
  ...often({ kind: "session", type: "start" }, 4),
];
const factors: readonly ActionKind[] = [
  ...typesOf(secondFactorCommands).map((type): ActionKind => ({ kind: "factors", type })),
  ...often({ kind: "factors", type: "start-set-up" }, 3),
  ...often({ kind: "factors", type: "enable" }, 3),
];
const keys: readonly ActionKind[] = [
  ...typesOf(hardwareKeyCommands).map((type): ActionKind => ({ kind: "keys", type })),
  ...often({ kind: "keys", type: "add" }, 3),
];
const applications: readonly ActionKind[] = [
  ...typesOf(applicationCommands).map((type): ActionKind => ({ kind: "application", type })),
  ...often({ kind: "application", type: "register" }, 3),
];
const consents: readonly ActionKind[] = [
  ...typesOf(consentCommands).map((type): ActionKind => ({ kind: "consent", type })),
  { kind: "consent", type: "grant" },
  { kind: "fact", type: "ConsentUsed" },
];
const authorizations: readonly ActionKind[] = [
  ...typesOf(authorizationCommands).map((type): ActionKind => ({ kind: "authorization", type })),
  { kind: "authorization", type: "issue" },
  ...often({ kind: "authorization", type: "redeem" }, 2),
  ...often({ kind: "authorization", type: "rotate" }, 2),
];
const apiKeys: readonly ActionKind[] = [
  ...typesOf(apiKeyCommands).map((type): ActionKind => ({ kind: "api key", type })),
  { kind: "api key", type: "create" },
];
const joining: readonly ActionKind[] = [
  ...typesOf(signUpPolicies).map((type): ActionKind => ({ kind: "sign-up policy", type })),
  ...typesOf(invitationCommands).map((type): ActionKind => ({ kind: "invitation", type })),
  ...often({ kind: "invitation", type: "make" }, 3),
  ...typesOf(invitedAccountCommands).map((type): ActionKind => ({ kind: "invited account", type })),
  ...typesOf(mailTestCommands).map((type): ActionKind => ({ kind: "mail test", type })),
];
const others: readonly ActionKind[] = [
  { kind: "email sent" },
  { kind: "backup taken" },
  { kind: "fact", type: "SigningKeyCreated" },
  { kind: "fact", type: "ClientTokenRevoked" },
  { kind: "fact", type: "ClientCallFailed" },
];

const turn = fc.oneof(
  { weight: 4, arbitrary: turnOf(users) },
  { weight: 2, arbitrary: turnOf(sessions) },
  { weight: 2, arbitrary: turnOf(factors) },
  ...[keys, applications, consents, authorizations, apiKeys, joining, others].map((kinds) => ({
    weight: 1,
    arbitrary: turnOf(kinds),
  })),
);

/** Random actions, at least one. */
export const actions: fc.Arbitrary<Action[]> = fc
  .array(turn, { minLength: 1, maxLength: 6, size: "max" })
  .map((turns) => turns.flat());
