import type { CredentialEvent } from "@attestory/events/hardware-key-events.ts";
import type { Decider } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

export interface KeyOfUser {
  userId: string;
  keyId: string;
}

export type CredentialCommand = {
  type: "reserve";
  /** The holder whose key was found to be gone, or null: the reservation is refused if another one has it by then. */
  instead: KeyOfUser | null;
} & KeyOfUser;

const isSame = (one: KeyOfUser | null, other: KeyOfUser | null): boolean =>
  one?.userId === other?.userId && one?.keyId === other?.keyId;

/** The key that a WebAuthn credential is. Each credential has one stream, so the log's version check makes it unique. */
export const credentialReservation: Decider<KeyOfUser | null, CredentialCommand, CredentialEvent, "taken"> =
  defineDecider({
    initial: null,
    decide: {
      reserve(holder, { userId, keyId, instead }) {
        if (isSame(holder, { userId, keyId })) return [];
        return isSame(holder, instead)
          ? [{ type: "CredentialReserved", data: { userId, keyId } }]
          : { refused: "taken" };
      },
    },
    evolve: { CredentialReserved: (_, { data: { userId, keyId } }) => ({ userId, keyId }) },
    // Each event sets the whole state.
    decidesOnNewest: 1,
  });
