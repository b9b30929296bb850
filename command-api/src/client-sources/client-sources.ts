import type { ClientSourceEvent } from "@attestory/events/client-source-events.ts";
import type { Decider } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

/** An entry of the list: from where documents may come, and whom their applications belong to. */
export interface ClientSource {
  urlPrefix: string;
  /** The admin who allowed it. */
  allowedBy: string;
  /** How often that admin had become an active one. */
  adminTerm: number;
}

/** By id. Empty: no application comes from a document. */
export type ClientSources = ReadonlyMap<string, ClientSource>;

export type ClientSourceCommand =
  | { type: "allow"; sourceId: string; urlPrefix: string; adminTerm: number }
  | { type: "remove"; sourceId: string };

export type ClientSourceReason = "source-allowed-already" | "too-many-sources" | "no-such-source";

export const mostSources = 100;

/** From where admins let Client ID Metadata Documents come. See docs/decisions/client-id-metadata-documents.md. */
export const clientSources: Decider<ClientSources, ClientSourceCommand, ClientSourceEvent, ClientSourceReason> =
  defineDecider({
    initial: new Map(),
    decide: {
      allow(state, { type: _, ...allowed }) {
        const { urlPrefix } = allowed;
        if ([...state.values()].some((source) => source.urlPrefix === urlPrefix)) {
          return { refused: "source-allowed-already" };
        }
        if (state.size >= mostSources) return { refused: "too-many-sources" };
        return [{ type: "ClientSourceAllowed", data: allowed }];
      },
      remove(state, { sourceId }) {
        const source = state.get(sourceId);
        if (!source) return { refused: "no-such-source" };
        return [{ type: "ClientSourceRemoved", data: { sourceId, urlPrefix: source.urlPrefix } }];
      },
    },
    evolve: {
      ClientSourceAllowed: (state, { actor, data: { sourceId, ...allowed } }) =>
        new Map([...state, [sourceId, { ...allowed, allowedBy: actor.id }]]),
      ClientSourceRemoved: (state, { data }) => new Map([...state].filter(([sourceId]) => sourceId !== data.sourceId)),
    },
  });

/** The entries that allow this address. `preferred`: the one under which it was read before, which is the first. */
export function sourcesOf(
  sources: ClientSources,
  url: string,
  preferred: string | null,
): (ClientSource & { sourceId: string })[] {
  const allowing = [...sources].filter(([, { urlPrefix }]) => url.startsWith(urlPrefix));
  return allowing
    .map(([sourceId, source]) => ({ ...source, sourceId }))
    .sort((one, other) => Number(other.sourceId === preferred) - Number(one.sourceId === preferred));
}
