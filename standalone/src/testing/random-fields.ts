import { randomUUID } from "node:crypto";
import type { RegisteredUser } from "@attestory/command-api/accounts/user-state.ts";
import type { ApplicationState } from "@attestory/command-api/applications/application-state.ts";
import type { AuthorizationState } from "@attestory/command-api/authorizations/authorization-state.ts";
import type { Consent } from "@attestory/command-api/consents/consent.ts";
import type { HardwareKeys } from "@attestory/command-api/hardware-keys/hardware-keys-state.ts";
import type { SecondFactors } from "@attestory/command-api/second-factors/second-factors-state.ts";

/** Whom and what a random command is about. */
export interface Ids {
  userId: string;
  /** Another of the three users, or the same. */
  ownerId: string;
  sessionId: string;
  /** Of the application that `ownerId` owns. */
  applicationId: string;
  /** A new one for an `issue`, a `request` and a `create`, else the newest of the user with the application. */
  authorizationId: string;
  /** Likewise, of an API key. */
  apiKeyId: string;
  invitationId: string;
  testId: string;
}

interface Given extends Ids {
  /** The state of the user if registered. */
  registered: RegisteredUser | null;
  /** The user's second factors and hardware keys. */
  factors: SecondFactors;
  keys: HardwareKeys;
  application: ApplicationState;
  /** What the user allowed the application. */
  consent: Consent;
  authorization: AuthorizationState;
  username: string;
  text: string | null;
  flag: boolean;
  now: Date;
}

const later = ({ now }: Given, seconds: number) => new Date(now.getTime() + seconds * 1000);

const ofUser = ({ sessionId, registered, flag }: Given) => ({
  by: { sessionId, sessionEpoch: registered?.sessionEpoch ?? 0 },
  sessionEpoch: registered?.sessionEpoch ?? 0,
  accessVersion: registered?.accessVersion ?? 0,
  fences: registered?.fences ?? 0,
  verifiedAgainst: flag ? (registered?.passwordHash ?? "") : "another",
  linkId: registered?.rescue?.id ?? randomUUID(),
  changeId: registered?.emailChanges[0]?.id ?? randomUUID(),
});
const ofKeys = ({ keys, flag }: Given) => ({
  keyId: keys.keys[0]?.keyId ?? randomUUID(),
  challengeId: randomUUID(),
  signCount: (keys.keys[0]?.signCount ?? 0) + (flag ? 1 : 0),
});

/** What the fields of random commands are made of. Most mean the same in every command, and are said here. */
export const fieldsOf = (given: Given) => ({
  ...given,
  ...ofUser(given),
  ...ofKeys(given),
  attemptId: randomUUID(),
  causeId: randomUUID(),
  email: `${given.text}@example.com`,
  passwordHash: `hash of ${given.text}`,
  name: given.text ?? "",
  set: { setId: randomUUID(), digests: ["one", "two", "three"] },
  trustId: given.sessionId,
  machineTime: given.now,
  redirectUri: "https://app.example.com/callback",
  later: (seconds: number) => later(given, seconds),
});
export type Fields = ReturnType<typeof fieldsOf>;

/** A new command does not compile before it has a line. */
export type CommandOf<Command extends { type: string }> = {
  [Type in Command["type"]]: (fields: Fields) => Omit<Extract<Command, { type: Type }>, "type">;
};
