import { clientSourcesStream, userStream } from "@attestory/events/envelope.ts";
import { isOfMakersTerm } from "@attestory/events/invitation-validity.ts";
import { user } from "../accounts/user.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { type ClientSource, clientSources, sourcesOf } from "./client-sources.ts";

type Loading = Pick<CommandHandler, "load">;

/** Whether the admin who allowed it is an active admin still, without a break. */
async function isOfItsMaker({ load }: Loading, { allowedBy, adminTerm }: ClientSource): Promise<boolean> {
  const { state: maker } = await load(user, userStream(allowedBy));
  return maker.status === "registered" && isOfMakersTerm({ adminTerm }, maker);
}

/** The entry that allows this address; null for none. `preferred`: the one under which it was read before. */
export async function findSource(
  commandHandler: Loading,
  url: string,
  preferred: string | null,
): Promise<(ClientSource & { sourceId: string }) | null> {
  const { state } = await commandHandler.load(clientSources, clientSourcesStream);
  for (const source of sourcesOf(state, url, preferred)) {
    if (await isOfItsMaker(commandHandler, source)) return source;
  }
  return null;
}

/** Whether the entry is on the list, and counts. */
export async function isAllowing(commandHandler: Loading, sourceId: string): Promise<boolean> {
  const { state } = await commandHandler.load(clientSources, clientSourcesStream);
  const source = state.get(sourceId);
  return source !== undefined && (await isOfItsMaker(commandHandler, source));
}
