import { applicationStream } from "@attestory/events/envelope.ts";
import type { z } from "zod";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { applicationApi } from "./api-schema.ts";
import { application } from "./application.ts";
import type { Application } from "./application-state.ts";

type Api = NonNullable<Application["api"]>;
type Named = Api["clients"][number];

/** An application that authenticates, so that a token for itself means something. */
async function named({ load }: Pick<CommandHandler, "load">, applicationId: string): Promise<Named | null> {
  const { state } = await load(application, applicationStream(applicationId));
  return state.status === "registered" && state.kind === "confidential"
    ? { applicationId, ownerId: state.ownerId }
    : null;
}

/**
 * The settings of an API as they are stored: each application that may act for itself with its present owner. One that was named before keeps
 * the owner that it had then, so that a hand-over ends what it may until it is removed and named again. `clients` left out stay as they are.
 */
export async function nameClients(
  handler: Pick<CommandHandler, "load">,
  { applicationId, api }: { applicationId: string | null; api: z.output<typeof applicationApi> | null | undefined },
): Promise<Api | null | undefined | Refused<"unknown-api-client">> {
  if (!api) return api;
  const state =
    applicationId === null ? null : (await handler.load(application, applicationStream(applicationId))).state;
  const before = state?.status === "registered" ? (state.api?.clients ?? []) : [];
  const { clients: asked, ...settings } = api;
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
