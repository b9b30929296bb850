import { applicationStream } from "@attestory/events/envelope.ts";
import type { z } from "zod";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { applicationApi } from "./api-schema.ts";
import { application } from "./application.ts";
import type { Application } from "./application-state.ts";
import type { OwnApplication } from "./handle-application.ts";

type Api = NonNullable<Application["api"]>;
type Named = Api["clients"][number];

/** An application that authenticates, so that a token for itself means something. */
async function named({ load }: Pick<CommandHandler, "load">, applicationId: string): Promise<Named | null> {
  const { state } = await load(application, applicationStream(applicationId));
  return state.status === "registered" && state.kind === "confidential"
    ? { applicationId, ownerId: state.ownerId }
    : null;
}

/** Those that may act for themselves at this application's API; null if this user has no such application. */
async function clientsOf({ load }: Pick<CommandHandler, "load">, { applicationId, ownerId }: OwnApplication) {
  const { state } = await load(application, applicationStream(applicationId));
  if (state.status !== "registered" || state.ownerId !== ownerId) return null;
  return state.api?.clients ?? [];
}

/**
 * The settings of an API as they are stored: each application that may act for itself with its present owner. One that was named before keeps
 * the owner that it had then, so that a hand-over ends what it may until it is removed and named again. `clients` left out stay as they are.
 * `of`: null for a new application.
 */
export async function nameClients(
  handler: Pick<CommandHandler, "load">,
  { of, api }: { of: OwnApplication | null; api: z.output<typeof applicationApi> | null | undefined },
): Promise<Api | null | undefined | Refused<"unknown-api-client">> {
  if (!api) return api;
  const { clients: asked, ...settings } = api;
  const before = of === null ? [] : await clientsOf(handler, of);
  // The change itself is refused: whoever sends it learns nothing of the clients first.
  if (before === null) return { ...settings, clients: [] };
  if (asked === undefined) return { ...settings, clients: [...before] };
  const clients: Named[] = [];
  for (const id of new Set(asked)) {
    const client = before.find((each) => each.applicationId === id) ?? (await named(handler, id));
    if (!client) return { refused: "unknown-api-client" };
    clients.push(client);
  }
  return { ...settings, clients };
}

export const isUnnamed = (outcome: Awaited<ReturnType<typeof nameClients>>): outcome is Refused<"unknown-api-client"> =>
  !!outcome && isRefused(outcome);
