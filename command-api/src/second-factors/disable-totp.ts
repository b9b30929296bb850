import { secondFactorsStream } from "@attestory/events/envelope.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { secondFactors } from "./second-factors.ts";
import type { DisableReason } from "./second-factors-command.ts";

interface Disabling {
  userId: string;
  reason: DisableReason;
  /** Another second factor is left, which the recovery codes belong to as well. */
  recoveryCodesKept: boolean;
}

/** Stops asking for codes of the authenticator app, and ends the trust in every device. */
export const disableTotp = (
  commandHandler: CommandHandler,
  { userId, reason, recoveryCodesKept }: Disabling,
  commandContext: CommandContext,
) =>
  commandHandler.handle({
    decider: secondFactors,
    stream: secondFactorsStream(userId),
    command: { type: "disable", userId, reason, recoveryCodesKept },
    person: userId,
    commandContext,
  });
