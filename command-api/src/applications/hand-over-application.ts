import { applicationStream, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { application } from "./application.ts";
import { countApplication, uncountApplications } from "./count-application.ts";

export interface HandOver {
  applicationId: string;
  /** The new owner. */
  userId: string;
}

export type HandOverRefusal = Refused<
  | "no-such-application"
  | "owns-already"
  | "not-a-developer"
  | "owner-has-too-many"
  | "owner-changed-meanwhile"
  | HandlingReason
>;

/**
 * By an admin: makes another developer the owner of an application. It counts for the new owner before it is theirs, and for the former
 * one until it is not: see docs/decisions/counted-applications.md. Of two at once, one is refused.
 */
export async function handOverApplication(
  commandHandler: CommandHandler,
  { applicationId, userId }: HandOver,
  commandContext: CommandContext,
): Promise<{ position: bigint } | HandOverRefusal> {
  const stream = applicationStream(applicationId);
  const record = await commandHandler.findIdempotencyRecord(stream, commandContext);
  if (record) return record;
  const { state } = await commandHandler.load(application, stream);
  if (state.status !== "registered") return { refused: "no-such-application" };
  const { ownerId } = state;
  if (ownerId === userId) return { refused: "owns-already" };
  const refused = await refuseOwner(commandHandler, { applicationId, userId }, commandContext);
  if (refused) return refused;
  const outcome = await commandHandler.handle({
    decider: application,
    stream,
    command: { type: "hand-over", ownerId, newOwnerId: userId },
    person: userId,
    commandContext,
  });
  if (isRefused(outcome)) return handOverRefusal(commandHandler, applicationId, outcome);
  // If this fails, the application is no longer counted when its former owner needs the room.
  await uncountApplications(commandHandler, { userId: ownerId, applicationIds: [applicationId] }, commandContext);
  return outcome;
}

/** Null if the user may own the application, which counts for them from now on. */
async function refuseOwner(
  commandHandler: CommandHandler,
  { applicationId, userId }: HandOver,
  commandContext: CommandContext,
): Promise<HandOverRefusal | null> {
  const { state: owner } = await commandHandler.load(user, userStream(userId));
  const isGood = owner.status === "registered" && owner.emailVerified && owner.isActive && owner.isDeveloper;
  if (!isGood) return { refused: "not-a-developer" };
  const counting = { userId, applicationId, type: "count-anew" } as const;
  const counted = await countApplication(commandHandler, counting, commandContext);
  if (!isRefused(counted)) return null;
  return { refused: counted.refused === "too-many-applications" ? "owner-has-too-many" : counted.refused };
}

/** An application that exists and is not the former owner's was handed over by someone else. */
async function handOverRefusal(
  { load }: CommandHandler,
  applicationId: string,
  { refused }: Refused<string>,
): Promise<HandOverRefusal> {
  if (isHandlingReason(refused)) return { refused };
  const { state } = await load(application, applicationStream(applicationId));
  return { refused: state.status === "registered" ? "owner-changed-meanwhile" : "no-such-application" };
}
