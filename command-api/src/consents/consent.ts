import { type AllowedApi, allowedApi } from "@attestory/events/api-events.ts";
import type { ConsentEvent } from "@attestory/events/consent-events.ts";
import { z } from "zod";
import type { Decider, Refused, SnapshotForm } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";
import { instant, type OfUser, snapshotForm } from "../handling/snapshot-form.ts";

const stored = z.strictObject({
  userId: z.uuid(),
  isGranted: z.boolean(),
  /** As the user last saw it; empty while it is not granted. */
  applicationName: z.string(),
  /** Empty while it is not granted. */
  scopes: z.array(z.string()).readonly(),
  /** At APIs of applications. Empty while it is not granted. */
  apis: z.array(allowedApi).readonly(),
  /** When the newest of them were allowed; null while it is not granted. */
  grantedAt: instant.nullable(),
  /** Raised by each revocation, which ends the codes and tokens that were issued before. */
  epoch: z.int(),
});

/** What a user allows an application. */
export type Consent = OfUser<typeof stored>;

/** The use of a consent is recorded every five minutes, so the stream grows. */
const snapshot: SnapshotForm<Consent> = snapshotForm("consent@96c41156", stored);

type DataOf<Type extends ConsentEvent["type"]> = Extract<ConsentEvent, { type: Type }>["data"];
export type RevocationReason = DataOf<"ConsentRevoked">["reason"];

interface Parties {
  userId: string;
  applicationId: string;
}

/** What a user is asked to allow. `api`: at an API of an application; null for none. */
export interface AskedConsent {
  scopes: readonly string[];
  api: AllowedApi | null;
}

export type ConsentCommand =
  /** `countFrom`: as for `covers`. */
  | ({ type: "grant"; applicationName: string; countFrom: Date | null } & AskedConsent & Parties)
  /** `trustedName`: of a trusted application, whose access ends without a consent, too. */
  | ({ type: "revoke"; reason: RevocationReason; trustedName?: string | null } & Parties);

/** What one user allows one application. */
export const consent: Decider<Consent, ConsentCommand, ConsentEvent, "not-granted"> = defineDecider({
  initial: { userId: null, isGranted: false, applicationName: "", scopes: [], apis: [], grantedAt: null, epoch: 0 },
  decide: { grant, revoke },
  evolve: {
    ConsentGranted: ({ epoch }, { data: { userId, applicationName, scopes, apis }, recordedAt }) => ({
      userId,
      isGranted: true,
      applicationName,
      scopes,
      apis,
      grantedAt: recordedAt,
      epoch,
    }),
    ConsentRevoked: ({ epoch }, { data: { userId } }) => ({
      userId,
      isGranted: false,
      applicationName: "",
      scopes: [],
      apis: [],
      grantedAt: null,
      epoch: epoch + 1,
    }),
  },
  ignores: ["ConsentUsed"],
  snapshot,
});

type Decision = readonly ConsentEvent[] | Refused<"not-granted">;
type CommandOf<Type extends ConsentCommand["type"]> = Extract<ConsentCommand, { type: Type }>;

/** Whether the consent was granted, and after `countFrom`: up to then someone else may have had the account. Null: always. */
export const counts = ({ isGranted, grantedAt }: Consent, countFrom: Date | null): boolean =>
  isGranted && grantedAt !== null && (countFrom === null || grantedAt > countFrom);

/** Whether the user allowed all of it before, so that they need not be asked again. */
export const covers = (consent: Consent, { scopes, api }: AskedConsent, countFrom: Date | null): boolean =>
  counts(consent, countFrom) &&
  scopes.every((scope) => consent.scopes.includes(scope)) &&
  (api === null || coversApi(consent, api));

const isSameApi = (one: AllowedApi, other: AllowedApi): boolean =>
  one.applicationId === other.applicationId && one.resource === other.resource;

/** What a user reads of a scope is what they allow: one that is described in other words now was not allowed. */
export const isAllowedScope = (
  { apis }: Pick<Consent, "apis">,
  api: AllowedApi,
  { name, description }: AllowedApi["scopes"][number],
): boolean =>
  apis.some(
    (one) =>
      isSameApi(one, api) && one.scopes.some((scope) => scope.name === name && scope.description === description),
  );

const coversApi = (consent: Consent, api: AllowedApi): boolean =>
  consent.apis.some((one) => isSameApi(one, api)) && api.scopes.every((scope) => isAllowedScope(consent, api, scope));

/** With what is allowed from now on at one of the APIs. */
function withApi(apis: readonly AllowedApi[], asked: AllowedApi | null): readonly AllowedApi[] {
  if (asked === null) return apis;
  const before = apis.find((one) => isSameApi(one, asked))?.scopes ?? [];
  const kept = before.filter(({ name }) => !asked.scopes.some((scope) => scope.name === name));
  return [...apis.filter((one) => !isSameApi(one, asked)), { ...asked, scopes: [...kept, ...asked.scopes] }];
}

/** What was allowed before stays allowed: an application may ask for a part of its scopes. */
function grant(state: Consent, command: CommandOf<"grant">): Decision {
  const { userId, applicationId, applicationName, countFrom } = command;
  if (covers(state, command, countFrom)) return [];
  const isNew = !counts(state, countFrom);
  const scopes = isNew ? command.scopes : [...new Set([...state.scopes, ...command.scopes])];
  const apis = [...withApi(isNew ? [] : state.apis, command.api)];
  const data = { userId, applicationId, scopes: [...scopes], apis, applicationName, isNew };
  return [{ type: "ConsentGranted", data }];
}

/** Which codes rest on trust is not known here: what is left of a trusted application's access ends, if there is any. */
function revoke(state: Consent, { userId, applicationId, reason, trustedName = null }: CommandOf<"revoke">): Decision {
  const applicationName = state.isGranted ? state.applicationName : trustedName;
  if (applicationName === null) return { refused: "not-granted" };
  return [{ type: "ConsentRevoked", data: { userId, applicationId, applicationName, reason } }];
}
