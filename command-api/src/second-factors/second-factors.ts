import { secondFactorsStream } from "@attestory/events/envelope.ts";
import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { Decider } from "../handling/decider.ts";
import { decideSecondFactors, type SecondFactorCommand, type SecondFactorReason } from "./decide-second-factors.ts";
import { secondFactorsSnapshot } from "./second-factors-snapshot.ts";
import { evolveSecondFactors, noSecondFactors, type SecondFactors } from "./second-factors-state.ts";

/** The second factors of a user (`factors-<user>`). It checks the codes itself, so that concurrent attempts are decided in order. */
export const secondFactors: Decider<SecondFactors, SecondFactorCommand, SecondFactorEvent, SecondFactorReason> = {
  initial: noSecondFactors,
  decide: decideSecondFactors,
  evolve: evolveSecondFactors,
  snapshot: secondFactorsSnapshot,
};

/** Whether the account's sign-ins ask for codes of an authenticator app: `twoFactorEnabled` of the answers. */
export async function hasTotp(commandHandler: Pick<CommandHandler, "load">, userId: string): Promise<boolean> {
  return (await commandHandler.load(secondFactors, secondFactorsStream(userId))).state.totp !== null;
}
