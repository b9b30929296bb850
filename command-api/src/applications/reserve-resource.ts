import { canonicalResource } from "@attestory/events/api-events.ts";
import { applicationStream, resourceStream } from "@attestory/events/envelope.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { application } from "./application.ts";
import type { Application, ApplicationState } from "./application-state.ts";
import { type ResourceHolder, type ResourceState, resourceReservation } from "./resource-reservation.ts";

/** Others may reserve it between the steps. */
const attempts = 5;
/** It is reserved before the settings name it. If they do not after this time, the command that reserved it has failed. */
const comingMs = 60_000;

/** So long may tokens of a former holder be accepted: an access token's life, and a clock that is a minute wrong. */
const restingMs = 3_660_000;

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
    const { state } = await commandHandler.load(resourceReservation, stream);
    const { holder } = state;
    if (await isTaken(commandHandler, { state, applicationId, canonical }, commandContext)) {
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

/** Whether another application has it, or had it until a short time ago. */
async function isTaken(
  commandHandler: CommandHandler,
  {
    state: { holder, lastUse },
    applicationId,
    canonical,
  }: { state: ResourceState; applicationId: string; canonical: string },
  commandContext: CommandContext,
): Promise<boolean> {
  const { now } = commandContext;
  if (holder?.applicationId === applicationId) return false;
  if (!holder) {
    const isOthers = lastUse !== null && lastUse.applicationId !== applicationId;
    return isOthers && now.getTime() - lastUse.until.getTime() < restingMs;
  }
  const letGo = await hasLetGo(commandHandler, { holder, canonical }, now);
  if (letGo === "unregistered") return false;
  // Nobody knows since when. So it rests from now on.
  if (letGo)
    await releaseAs(commandHandler, { applicationId: holder.applicationId, canonical, wasUsed: true }, commandContext);
  return true;
}

/** Whether the holder was deleted, or its settings do not name the identifier, and nothing is at work to make them. */
async function hasLetGo(
  { load }: Pick<CommandHandler, "load">,
  { holder, canonical }: { holder: ResourceHolder; canonical: string },
  now: Date,
): Promise<boolean | "unregistered"> {
  const { state } = await load(application, applicationStream(holder.applicationId));
  if (state.status === "deleted") return true;
  if (state.status === "registered" && hasResource(state, canonical)) return false;
  const isLate = now.getTime() - holder.reservedAt.getTime() >= comingMs;
  return isLate && state.status === "none" ? "unregistered" : isLate;
}

/**
 * Gives an identifier back that the application's settings do not name any more. If this fails, the next claimant takes it over. `wasUsed`:
 * they have named it.
 */
export async function releaseResource(
  commandHandler: CommandHandler,
  { applicationId, resource, wasUsed }: OwnResource & { wasUsed: boolean },
  commandContext: CommandContext,
): Promise<void> {
  const canonical = canonicalResource(resource);
  const { state } = await commandHandler.load(application, applicationStream(applicationId));
  if (state.status === "registered" && hasResource(state, canonical)) return;
  await releaseAs(commandHandler, { applicationId, canonical, wasUsed }, commandContext);
}

async function releaseAs(
  commandHandler: CommandHandler,
  { applicationId, canonical, wasUsed }: { applicationId: string; canonical: string; wasUsed: boolean },
  commandContext: CommandContext,
): Promise<void> {
  await commandHandler.handle({
    decider: resourceReservation,
    stream: resourceStream(canonical),
    command: { type: "release", applicationId, resource: canonical, wasUsed },
    person: null,
    // Only what is gone is released, also if the session that removed it has ended by now.
    commandContext: { ...stepContext(commandContext), outlivesAuthority: true },
  });
}
