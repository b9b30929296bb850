import { applicationStream } from "@attestory/events/envelope.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { application } from "./application.ts";
import type { ApplicationCommand, ApplicationReason } from "./application-command.ts";

/** An application, as its owner names it. */
export interface OwnApplication {
  ownerId: string;
  applicationId: string;
}

export type Refusal<Reason extends ApplicationReason = never> = Refused<
  "no-such-application" | Reason | HandlingReason
>;

interface Handled {
  applicationId: string;
  ownerId: string;
  command: ApplicationCommand;
}

/** Runs a command of one application, in its stream. */
export const handleApplication = (
  commandHandler: CommandHandler,
  { applicationId, ownerId, command }: Handled,
  commandContext: CommandContext,
) =>
  commandHandler.handle({
    decider: application,
    stream: applicationStream(applicationId),
    command,
    person: ownerId,
    commandContext,
  });

/** A reason that this command cannot have came of another writer's change. */
export function known<Reason extends ApplicationReason = never>(
  { refused }: Refused<ApplicationReason | HandlingReason>,
  ...reasons: Reason[]
): Refusal<Reason> {
  if (refused === "no-such-application" || isHandlingReason(refused)) return { refused };
  const own = reasons.find((reason) => reason === refused);
  return { refused: own ?? "conflict" };
}
