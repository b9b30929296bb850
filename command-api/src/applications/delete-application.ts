import { applicationStream, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { application } from "./application.ts";
import { uncountApplications } from "./count-application.ts";
import { handleApplication, known, type OwnApplication, type Refusal } from "./handle-application.ts";
import { releaseResource, resourceInSettings } from "./reserve-resource.ts";

/** Deletes the application for good. Its codes and tokens stop working. `isByItself`: by its registration access token. */
export async function deleteApplication(
  commandHandler: CommandHandler,
  { ownerId, applicationId, isByItself = false }: OwnApplication & { isByItself?: boolean },
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refusal> {
  const command = { type: "delete", ownerId, isByItself } as const;
  const before = (await commandHandler.load(application, applicationStream(applicationId))).state;
  const outcome = await handleApplication(commandHandler, { applicationId, ownerId, command }, commandContext);
  if (isRefused(outcome)) return known(outcome);
  const resource = resourceInSettings(before);
  if (resource) await releaseResource(commandHandler, { applicationId, resource, wasUsed: true }, commandContext);
  // If this fails, the application is no longer counted when its owner needs the room.
  await uncountApplications(commandHandler, { userId: ownerId, applicationIds: [applicationId] }, commandContext);
  return outcome;
}

/**
 * By its owner. Of an application that describes itself, the address then never counts again: the owner must be an active admin, as the one
 * was who allowed the address.
 */
export async function deleteOwnApplication(
  commandHandler: CommandHandler,
  asked: OwnApplication,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refusal | Refused<"only-admins-delete">> {
  const [{ state }, { state: owner }] = await Promise.all([
    commandHandler.load(application, applicationStream(asked.applicationId)),
    commandHandler.load(user, userStream(asked.ownerId)),
  ]);
  const isOwn = state.status === "registered" && state.ownerId === asked.ownerId;
  const isAdmin = owner.status === "registered" && owner.isAdmin && owner.isActive;
  if (isOwn && state.documentUrl !== null && !isAdmin) return { refused: "only-admins-delete" };
  return deleteApplication(commandHandler, asked, commandContext);
}

/** By an admin: deletes the application of any user, as its owner would. */
export async function deleteAnyApplication(
  commandHandler: CommandHandler,
  applicationId: string,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refusal> {
  const { state } = await commandHandler.load(application, applicationStream(applicationId));
  if (state.status === "none") return { refused: "no-such-application" };
  return deleteApplication(commandHandler, { ownerId: state.ownerId, applicationId }, commandContext);
}
