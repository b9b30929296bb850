import { canonicalResource } from "@attestory/events/api-events.ts";
import { applicationStream, resourceStream } from "@attestory/events/envelope.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { application } from "./application.ts";
import type { Application, ApplicationState } from "./application-state.ts";
import { type ResourceHolder, resourceReservation } from "./resource-reservation.ts";

/** Others may reserve it between the steps. */
const attempts = 5;
/** It is reserved before the settings name it. If they do not after this time, the command that reserved it has failed. */
const comingMs = 60_000;

interface OwnResource {
  applicationId: string;
  resource: string;
}

export const resourceReasons = ["resource-taken", "resource-reserved"] as const;
export type ResourceReason = (typeof resourceReasons)[number];
export const isOfResource = (outcome: object): outcome is Refused<ResourceReason> =>
  "refused" in outcome && resourceReasons.some((reason) => reason === outcome.refused);

/** Whether an identifier would be an address of this service: its own endpoints would take the API's tokens for theirs. */
const isOwnAddress = (resource: string, publicUrl: string): boolean =>
  new URL(resource).origin === new URL(publicUrl).origin;

export const hasResource = ({ api }: Pick<Application, "api">, canonical: string): boolean =>
  api !== null && canonicalResource(api.resource) === canonical;

export const resourceInSettings = (state: ApplicationState): string | null =>
  state.status === "registered" ? (state.api?.resource ?? null) : null;

/**
 * Reserves the identifier of an API for an application whose settings are about to name it. One whose holder does not have it any more is
 * taken over. Null if that is done: see docs/decisions/apis-of-applications.md. Safe to interrupt and to repeat.
 */
export async function reserveResource(
  { commandHandler, publicUrl }: { commandHandler: CommandHandler; publicUrl: string },
  { applicationId, resource }: OwnResource,
  commandContext: CommandContext,
): Promise<Refused<ResourceReason> | Refused<HandlingReason> | null> {
  if (isOwnAddress(resource, publicUrl)) return { refused: "resource-reserved" };
  const canonical = canonicalResource(resource);
  const stream = resourceStream(canonical);
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const { state: holder } = await commandHandler.load(resourceReservation, stream);
    const isOwn = holder?.applicationId === applicationId;
    if (holder && !isOwn && !(await hasLetGo(commandHandler, { holder, canonical }, commandContext.now))) {
      return { refused: "resource-taken" };
    }
    const outcome = await commandHandler.handle({
      decider: resourceReservation,
      stream,
      command: { type: "reserve", applicationId, resource: canonical, instead: holder },
      person: null,
      commandContext: stepContext(commandContext),
    });
    if (!isRefused(outcome)) return null;
    if (outcome.refused !== "taken" && outcome.refused !== "conflict") return { refused: outcome.refused };
  }
  return { refused: "conflict" };
}

/** Whether the holder was deleted, or its settings do not name the identifier, and nothing is at work to make them. */
async function hasLetGo(
  { load }: Pick<CommandHandler, "load">,
  { holder, canonical }: { holder: ResourceHolder; canonical: string },
  now: Date,
): Promise<boolean> {
  const { state } = await load(application, applicationStream(holder.applicationId));
  if (state.status === "deleted") return true;
  if (state.status === "registered" && hasResource(state, canonical)) return false;
  return now.getTime() - holder.reservedAt.getTime() >= comingMs;
}

/** Gives an identifier back that the application's settings do not name any more. If this fails, the next claimant takes it over. */
export async function releaseResource(
  commandHandler: CommandHandler,
  { applicationId, resource }: OwnResource,
  commandContext: CommandContext,
): Promise<void> {
  const canonical = canonicalResource(resource);
  const { state } = await commandHandler.load(application, applicationStream(applicationId));
  if (state.status === "registered" && hasResource(state, canonical)) return;
  await commandHandler.handle({
    decider: resourceReservation,
    stream: resourceStream(canonical),
    command: { type: "release", applicationId, resource: canonical },
    person: null,
    // Only what is gone is released, also if the session that removed it has ended by now.
    commandContext: { ...stepContext(commandContext), outlivesAuthority: true },
  });
}
