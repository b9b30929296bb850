import type { RegisteredUser } from "@attestory/command-api/accounts/user-state.ts";
import type { HardwareKeys } from "@attestory/command-api/hardware-keys/hardware-keys-state.ts";
import type { SecondFactors } from "@attestory/command-api/second-factors/second-factors-state.ts";

/** What the fields of a random command are made of. */
export interface Fields {
  userId: string;
  /** Another of the three users, or the same. */
  ownerId: string;
  sessionId: string;
  /** Of the application that `ownerId` owns. */
  applicationId: string;
  invitationId: string;
  mailTestId: string;
  /** The state of the user if registered. */
  registered: RegisteredUser | null;
  /** The user's second factors and hardware keys. */
  factors: SecondFactors;
  keys: HardwareKeys;
  username: string;
  text: string | null;
  flag: boolean;
  now: Date;
}
export type CommandOf<Command extends { type: string }, Given = Fields> = {
  [Type in Command["type"]]: (fields: Given) => Omit<Extract<Command, { type: Type }>, "type">;
};
