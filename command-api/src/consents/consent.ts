import type { ConsentEvent } from "@attestory/events/authorization-events.ts";
import { z } from "zod";
import type { Decider, Refused, SnapshotForm } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

/** What a user allows an application. */
export interface Consent {
  /** Null while the user never allowed it anything. */
  userId: string | null;
  isGranted: boolean;
  /** As the user last saw it; empty while it is not granted. */
  applicationName: string;
  /** Empty while it is not granted. */
  scopes: readonly string[];
  /** When the newest of them were allowed; null while it is not granted. */
  grantedAt: Date | null;
  /** Raised by each revocation, which ends the codes and tokens that were issued before. */
  epoch: number;
}

type DataOf<Type extends ConsentEvent["type"]> = Extract<ConsentEvent, { type: Type }>["data"];
export type RevocationReason = DataOf<"ConsentRevoked">["reason"];

interface Parties {
  userId: string;
  applicationId: string;
}

export type ConsentCommand =
  /** `countFrom`: as for `covers`. */
  | ({ type: "grant"; scopes: readonly string[]; applicationName: string; countFrom: Date | null } & Parties)
  | ({ type: "revoke"; reason: RevocationReason } & Parties);

const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
const stored = z.strictObject({
  userId: z.uuid(),
  isGranted: z.boolean(),
  applicationName: z.string(),
  scopes: z.array(z.string()).readonly(),
  grantedAt: instant.nullable(),
  epoch: z.int(),
});

/** The use of a consent is recorded every five minutes, so the stream grows. */
const snapshot: SnapshotForm<Consent> = {
  name: "consent@07f1c3d7",
  encode: ({ userId, ...state }) =>
    userId === null ? null : { person: userId, state: z.encode(stored, { ...state, userId }) },
  decode: (encoded) => stored.safeDecode(encoded as z.input<typeof stored>).data ?? null,
};

/** What one user allows one application. */
export const consent: Decider<Consent, ConsentCommand, ConsentEvent, "not-granted"> = defineDecider({
  initial: { userId: null, isGranted: false, applicationName: "", scopes: [], grantedAt: null, epoch: 0 },
  decide: { grant, revoke },
  evolve: {
    ConsentGranted: ({ epoch }, { data: { userId, applicationName, scopes }, recordedAt }) => ({
      userId,
      isGranted: true,
      applicationName,
      scopes,
      grantedAt: recordedAt,
      epoch,
    }),
    ConsentRevoked: ({ epoch }, { data: { userId } }) => ({
      userId,
      isGranted: false,
      applicationName: "",
      scopes: [],
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
export const covers = (consent: Consent, asked: readonly string[], countFrom: Date | null): boolean =>
  counts(consent, countFrom) && asked.every((scope) => consent.scopes.includes(scope));

/** What was allowed before stays allowed: an application may ask for a part of its scopes. */
function grant(state: Consent, command: CommandOf<"grant">): Decision {
  const { userId, applicationId, applicationName, countFrom } = command;
  if (covers(state, command.scopes, countFrom)) return [];
  const isNew = !counts(state, countFrom);
  const scopes = isNew ? command.scopes : [...new Set([...state.scopes, ...command.scopes])];
  const data = { userId, applicationId, scopes: [...scopes], applicationName, isNew };
  return [{ type: "ConsentGranted", data }];
}

function revoke(state: Consent, { userId, applicationId, reason }: CommandOf<"revoke">): Decision {
  if (!state.isGranted) return { refused: "not-granted" };
  const { applicationName } = state;
  return [{ type: "ConsentRevoked", data: { userId, applicationId, applicationName, reason } }];
}
