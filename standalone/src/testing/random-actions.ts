import fc from "fast-check";
import { clientSourceCommands, clientSourceUseCommands } from "./random-client-source-commands.ts";
import { sessionCommands, userCommands } from "./random-commands.ts";
import { hardwareKeyCommands, secondFactorCommands } from "./random-factor-commands.ts";
import { facts } from "./random-facts.ts";
import {
  invitationCommands,
  invitedAccountCommands,
  mailTestCommands,
  signUpPolicies,
} from "./random-joining-commands.ts";
import {
  apiKeyCommands,
  applicationCommands,
  authorizationCommands,
  consentCommands,
  deviceRequestCommands,
  initialTokenCommands,
} from "./random-oauth-commands.ts";
import { resourceCommands } from "./random-resource-commands.ts";

/** All that may happen, by what it happens to. */
export const choices = {
  user: userCommands,
  session: sessionCommands,
  factors: secondFactorCommands,
  keys: hardwareKeyCommands,
  application: applicationCommands,
  consent: consentCommands,
  authorization: authorizationCommands,
  "device request": deviceRequestCommands,
  "api key": apiKeyCommands,
  "sign-up policy": signUpPolicies,
  invitation: invitationCommands,
  "initial access token": initialTokenCommands,
  "client source": clientSourceCommands,
  resource: resourceCommands,
  "client source use": clientSourceUseCommands,
  "invited account": invitedAccountCommands,
  "mail test": mailTestCommands,
  fact: facts,
};
export type Choices = typeof choices;
type Kind = keyof Choices;
type ActionKind = { [Each in Kind]: { kind: Each; type: keyof Choices[Each] } }[Kind];

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

/** Each of what may happen to it. What begins something is more likely than anything that happens to it later. */
function allOf<Each extends Kind>(kind: Each, more: { [Type in keyof Choices[Each]]?: number } = {}): ActionKind[] {
  const types = Object.keys(choices[kind]) as (keyof Choices[Each])[];
  return types.flatMap((type) => Array.from({ length: 1 + (more[type] ?? 0) }, () => ({ kind, type }) as ActionKind));
}

const turn = fc.oneof(
  { weight: 4, arbitrary: turnOf(allOf("user", { register: 16, "change-profile": 1 })) },
  { weight: 2, arbitrary: turnOf(allOf("session", { start: 4 })) },
  { weight: 2, arbitrary: turnOf(allOf("factors", { "start-set-up": 3, enable: 3 })) },
  ...[
    allOf("keys", { add: 3 }),
    allOf("application", { register: 3 }),
    allOf("resource", { reserve: 1 }),
    [...allOf("consent", { grant: 1 }), { kind: "fact", type: "ConsentUsed" } as const],
    allOf("authorization", { issue: 1, redeem: 2, rotate: 2 }),
    allOf("device request", { request: 1, answer: 1 }),
    allOf("api key", { create: 1 }),
    [
      ...allOf("sign-up policy"),
      ...allOf("invitation", { make: 3 }),
      ...allOf("invited account"),
      ...allOf("initial access token", { make: 1 }),
      ...allOf("client source", { allow: 1 }),
      ...allOf("client source use"),
      ...allOf("mail test"),
    ],
    allOf("fact"),
  ].map((kinds) => ({ weight: 1, arbitrary: turnOf(kinds) })),
);

/** Random actions, at least one. */
export const actions: fc.Arbitrary<Action[]> = fc
  .array(turn, { minLength: 1, maxLength: 6, size: "max" })
  .map((turns) => turns.flat());
