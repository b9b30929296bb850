import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import type { Tracepoint } from "@attestory/runtime/tracepoints.ts";
import { type FlowName, flowNames, flows } from "./flows/all-flows.ts";
import type { Request } from "./request.ts";
import { ofMembers, ofNewcomers } from "./requests.ts";

type EventType = AttestoryEvent["type"];

/** A step at which the process dies. */
export interface Step {
  step: string;
  /** The flow that leads to it; null if every user does. */
  flow: FlowName | null;
}

const kinds = new Map<EventType, string>(sampleEvents().map(({ kind, event }) => [event.type, kind]));
/** The appends of these types, as a tracepoint names them: `user ProfileChanged`. */
const appendsOf = (types: Iterable<EventType>) => [...types].map((type) => `${kinds.get(type)} ${type}`);
/** The appends of these commands, each once. */
const requestedBy = (all: readonly Request[]): string[] => [
  ...new Set(all.flatMap(({ appends, comesTo }) => appends ?? appendsOf(comesTo))),
];
const typesIn = (append: string) => append.replace(/^\w+ /, "").split(",") as EventType[];
const ofVisits: readonly Request[] = Object.values({ ...ofNewcomers, ...ofMembers });
const inFlow = (name: FlowName): readonly Request[] => Object.values(flows[name].requests);
const requested = new Set<EventType>(requestedBy([...ofVisits, ...flowNames.flatMap(inFlow)]).flatMap(typesIn));
/** A sign-in's session is counted, and a worker records that it sent an email. */
const consequent: readonly EventType[] = ["SessionCounted", "LetterSent"];
/** A registration reserves an address and a username; a later process releases them if it died. */
const registering: readonly EventType[] = ["IdentifierClaimed", "UserRegistered", "IdentifierConfirmed"];
const settling: readonly EventType[] = ["RegistrationAborted", "IdentifierReleased"];

/** Why no request of these clients leads to the append of these types, as a tracepoint that names it. A new type needs a client. */
const reasons: Readonly<Record<string, readonly EventType[]>> = {
  "a worker appends it in the background, to record how far it is": [
    "CheckpointSigned",
    "LogVerified",
    "LogRefuted",
    "MailProgressed",
    "ClaimsProgressed",
    "LapsesProgressed",
    "EmailChangesProgressed",
    "ErasuresProgressed",
    "LogoutsProgressed",
    "SnapshotTaken",
  ],
  "a worker appends it after days, or to settle what a process or another command left": [
    "LetterAbandoned",
    "EmailChangeSettled",
    "IdentifierChangeFenced",
    "SettlementAbandoned",
    "SettlementResolved",
    "HardwareKeyForgone",
  ],
  "the query side appends it beside its answer, without a tracepoint": [
    "ConsentUsed",
    "ClientSecretsRevealed",
    "ExportTaken",
    "PersonalDataDownloaded",
  ],
  "an application has to ask for logout tokens, and those of these runs do not": [
    "ApplicationSignedIn",
    "LogoutRequested",
    "LogoutTokenSent",
    "LogoutTokenAbandoned",
  ],
  "an application has to describe itself by a document, and those of these runs do not": [
    "ApplicationDocumentFetched",
    "ApplicationDocumentRefused",
    "ClientSourceUsed",
  ],
  "five minutes of use come before it, and these clients are soon gone": ["SessionSeen"],
  "the command line appends it, in a process of its own": ["RescueLinkMade", "AdminLinkMade"],
  "an import appends it to a log that is not in use, and has kills of its own": ["GenerationChosen"],
  "the service appends it when it takes a backup by itself, which these runs do not ask for": [
    "BackupTaken",
    "BackupProven",
    "BackupFailed",
  ],
  "a rotation of keys that are compromised appends it with the others": ["SigningKeyWithdrawn"],
  "the settings of these runs rule it out: rate limits, strict protection, another cost of passwords": [
    "AttemptsDelayed",
    "AttemptsLocked",
    "UnlockOffered",
    "DecoyRegistered",
    "PasswordRehashed",
    "DeviceSlowedDown",
  ],
};
export const notKilledAt: readonly EventType[] = Object.values(reasons).flat();
export const killedAt: readonly EventType[] = [...new Set([...requested, ...consequent, ...registering, ...settling])];

const projections = allProjections.map(({ name }) => name);
const files = ["events-1.sqlite", "vault.sqlite"];
const handled = (all: readonly Request[]) => [
  ...new Set(all.map(({ call }) => call.replace(/^\w+/, (method) => method.toLowerCase()))),
];
const ofRegistrations = appendsOf(registering);
const appends = [...requestedBy(ofVisits), ...appendsOf(consequent)].filter(
  (append) => !ofRegistrations.includes(append),
);

/** The details with which each tracepoint of the product is tried beside the flows; none if it has no detail. */
const details: Record<Tracepoint, readonly string[]> = {
  "append asked": appends,
  "append taken": appends,
  "command handled": handled(ofVisits),
  "email written": [],
  "email sent": [],
  "batch written": files,
  "batch committed": files,
  "batch folded": projections,
  "documents written": projections,
  "documents kept": projections,
  "build begun": projections,
  "build written": projections,
  "build sealed": projections,
  "build caught up": projections,
  "build active": projections,
  "older builds dropped": projections,
};
const ofProjections: readonly Tracepoint[] = ["batch folded", "documents written", "documents kept"];
const ofBuilds: readonly Tracepoint[] = [
  "build begun",
  "build written",
  "build sealed",
  "build caught up",
  "build active",
  "older builds dropped",
];

const stepsOf = (tracepoints: readonly Tracepoint[]): string[] =>
  tracepoints.flatMap((point) => {
    const named = details[point].map((detail) => `${point}: ${detail}`);
    return named.length > 0 ? named : [point];
  });
const aroundAppend = (...what: string[]): string[] =>
  what.flatMap((append) => [`append asked: ${append}`, `append taken: ${append}`]);
const ofEveryone = (steps: readonly string[]): Step[] => steps.map((step) => ({ step, flow: null }));

/** The steps of a registration, in order. */
export const registrationSteps: readonly Step[] = ofEveryone(
  aroundAppend(
    "username IdentifierClaimed",
    "email IdentifierClaimed",
    "user UserRegistered",
    "username IdentifierConfirmed",
    "email IdentifierConfirmed",
  ),
);

/** The steps that settle a registration after its process died. */
export const settlingSteps: readonly string[] = aroundAppend(
  "user RegistrationAborted",
  "username IdentifierReleased",
  "email IdentifierReleased",
);

/** The steps of a rebuild of the read models. */
export const foldingSteps: readonly string[] = stepsOf(ofProjections);

/** The steps of a build of those that are far behind. */
export const buildingSteps: readonly string[] = stepsOf(ofBuilds);

/** The steps of what every user does and of emails, and the two that `die-at-step.ts` knows beside the product's own tracepoints. */
export const visitSteps: readonly Step[] = ofEveryone([
  ...stepsOf(
    (Object.keys(details) as Tracepoint[]).filter((point) => ![...ofProjections, ...ofBuilds].includes(point)),
  ),
  "command received",
  "command answered",
]);

/** The steps of these commands. */
const around = (all: readonly Request[]): string[] => [
  ...aroundAppend(...requestedBy(all)),
  ...handled(all).map((detail) => `command handled: ${detail}`),
];
/** Whoever takes part in a flow has joined before. */
const ofJoining = new Set(around([ofNewcomers.registration, ofNewcomers.verification, ofMembers.signIn]));

/** The steps of each flow. */
export const flowSteps: readonly Step[] = flowNames.flatMap((flow) =>
  around(inFlow(flow)).flatMap((step) => (ofJoining.has(step) ? [] : { step, flow })),
);
