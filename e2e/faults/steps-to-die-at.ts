import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import type { Tracepoint } from "@attestory/runtime/tracepoints.ts";
import { flowRequests } from "./flow-requests.ts";
import { joiningRequests } from "./joining-commands.ts";
import type { Request } from "./request.ts";
import { requests } from "./requests.ts";

type EventType = AttestoryEvent["type"];

const all: readonly Request[] = [requests, flowRequests, joiningRequests].flatMap((each) => Object.values(each));
const kinds = new Map<EventType, string>(sampleEvents().map(({ kind, event }) => [event.type, kind]));
/** The appends of these types, as a tracepoint names them: `user ProfileChanged`. */
const appendsOf = (types: Iterable<EventType>) => [...types].map((type) => `${kinds.get(type)} ${type}`);
/** The appends of the clients' commands, and the types of their events. */
const requestedAppends = [...new Set(all.flatMap(({ appends, comesTo }) => appends ?? appendsOf(comesTo)))];
const typesIn = (append: string) => append.replace(/^\w+ /, "").split(",") as EventType[];
const requested = new Set<EventType>(requestedAppends.flatMap(typesIn));
/** A sign-in's session is counted, and a worker records that it sent an email. */
const consequent: readonly EventType[] = ["SessionCounted", "LetterSent"];
/** A registration reserves an address and a username; a later process releases them if it died. */
const registering: readonly EventType[] = ["IdentifierClaimed", "UserRegistered", "IdentifierConfirmed"];
const settling: readonly EventType[] = ["RegistrationAborted", "IdentifierReleased"];

/** The types of events around whose append no process is killed, as no client of `clients.ts` causes them. A new type needs a client. */
export const notKilledAt: readonly EventType[] = [
  "DecoyRegistered",
  "VerificationRequested",
  "PasswordRehashed",
  "EmailChangeCancelled",
  "EmailChangeSettled",
  "IdentifierChangeFenced",
  "RescueLinkMade",
  "RescueLinkUsed",
  "RescueFinished",
  "AdminLinkMade",
  "AdminLinkUsed",
  "HardwareKeyUsed",
  "HardwareKeySignCountWentBack",
  "HardwareKeyForgone",
  "SessionSeen",
  "WrongPasswordGiven",
  "AttemptsDelayed",
  "AttemptsLocked",
  "UnlockOffered",
  "AttemptsLifted",
  "WrongCodeGiven",
  "CodesLocked",
  "CodesUnlocked",
  "DeviceTrusted",
  "DeviceTrustEnded",
  "ApiKeyCreated",
  "ApiKeyRevoked",
  "ApiKeyUsed",
  "ApiKeyCounted",
  "ApiKeyUncounted",
  "InvitedAccountCounted",
  "InvitedAccountLapsed",
  "ApplicationHandedOver",
  "ApplicationHandOverAnnounced",
  "TrustedApplicationChangeAnnounced",
  "MailTestRequested",
  "MailTestFinished",
  "ClientSecretsRevealed",
  "AuthorizationRequested",
  "AuthorizationAnswered",
  "AuthorizationCodeIssued",
  "AuthorizationCodeRedeemed",
  "RefreshTokenRotated",
  "AccessTokenRevoked",
  "AuthorizationEnded",
  "ClientTokenRevoked",
  "ClientCallFailed",
  "SigningKeyCreated",
  "ConsentGranted",
  "ConsentRevoked",
  "ConsentUsed",
  "EmailCodeRequested",
  "EmailCodeUsed",
  "WrongEmailCodeGiven",
  "LetterAbandoned",
  "MailProgressed",
  "ClaimsProgressed",
  "LapsesProgressed",
  "EmailChangesProgressed",
  "SettlementAbandoned",
  "SettlementResolved",
  "SnapshotTaken",
  "PersonKeyDestroyed",
  "ErasuresProgressed",
];
export const killedAt: readonly EventType[] = [...new Set([...requested, ...consequent, ...registering, ...settling])];

const projections = allProjections.map(({ name }) => name);
const files = ["events-1.sqlite", "vault.sqlite"];
const ofRegistrations = appendsOf(registering);
const appends = [...requestedAppends, ...appendsOf(consequent)].filter((append) => !ofRegistrations.includes(append));

/** The details with which each tracepoint of the product is tried; none if it has no detail. */
const details: Record<Tracepoint, readonly string[]> = {
  "append asked": appends,
  "append taken": appends,
  "command handled": [...new Set(all.map(({ method, path }) => `${method.toLowerCase()} ${path}`))],
  "email written": [],
  "email sent": [],
  "batch written": files,
  "batch committed": files,
  "batch folded": projections,
  "documents written": projections,
  "documents kept": projections,
};
const ofProjections: readonly Tracepoint[] = ["batch folded", "documents written", "documents kept"];

const stepsOf = (tracepoints: readonly Tracepoint[]): string[] =>
  tracepoints.flatMap((point) => {
    const named = details[point].map((detail) => `${point}: ${detail}`);
    return named.length > 0 ? named : [point];
  });
const aroundAppend = (...what: string[]): string[] =>
  what.flatMap((append) => [`append asked: ${append}`, `append taken: ${append}`]);

/** The steps of a registration, in order. */
export const registrationSteps: readonly string[] = aroundAppend(
  "username IdentifierClaimed",
  "email IdentifierClaimed",
  "user UserRegistered",
  "username IdentifierConfirmed",
  "email IdentifierConfirmed",
);

/** The steps that settle a registration after its process died. */
export const settlingSteps: readonly string[] = aroundAppend(
  "user RegistrationAborted",
  "username IdentifierReleased",
  "email IdentifierReleased",
);

/** The steps of a rebuild of the read models. */
export const foldingSteps: readonly string[] = stepsOf(ofProjections);

/** All other steps of commands and emails, and the two that `die-at-step.ts` knows beside the product's own tracepoints. */
export const commandSteps: readonly string[] = [
  ...stepsOf((Object.keys(details) as Tracepoint[]).filter((point) => !ofProjections.includes(point))),
  "command received",
  "command answered",
];
