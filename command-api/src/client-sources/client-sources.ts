import type { ClientSourceEvent } from "@attestory/events/client-source-events.ts";
import type { Decider } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

/** An entry of the list: from where documents may come, and whom their applications belong to. */
export interface ClientSource {
  urlPrefix: string;
  /** The admin who allowed it. */
  allowedBy: string;
}

/** By id. Empty: no application comes from a document. */
export type ClientSources = ReadonlyMap<string, ClientSource>;

export type ClientSourceCommand =
  | { type: "allow"; sourceId: string; urlPrefix: string }
  | { type: "remove"; sourceId: string };

export type ClientSourceReason = "source-allowed-already" | "too-many-sources" | "no-such-source";

export const mostSources = 100;

/** From where admins let Client ID Metadata Documents come. See docs/decisions/client-id-metadata-documents.md. */
export const clientSources: Decider<ClientSources, ClientSourceCommand, ClientSourceEvent, ClientSourceReason> =
  defineDecider({
    initial: new Map(),
    decide: {
      allow(state, { sourceId, urlPrefix }) {
        if ([...state.values()].some((source) => source.urlPrefix === urlPrefix)) {
          return { refused: "source-allowed-already" };
        }
        if (state.size >= mostSources) return { refused: "too-many-sources" };
        return [{ type: "ClientSourceAllowed", data: { sourceId, urlPrefix } }];
      },
      remove(state, { sourceId }) {
        const source = state.get(sourceId);
        if (!source) return { refused: "no-such-source" };
        return [{ type: "ClientSourceRemoved", data: { sourceId, urlPrefix: source.urlPrefix } }];
      },
    },
    evolve: {
      ClientSourceAllowed: (state, { actor, data: { sourceId, urlPrefix } }) =>
        new Map([...state, [sourceId, { urlPrefix, allowedBy: actor.id }]]),
      ClientSourceRemoved: (state, { data }) => new Map([...state].filter(([sourceId]) => sourceId !== data.sourceId)),
    },
  });

/** The entry that allows this address; null for none. `preferred`: the one under which it was read before. */
export function sourceOf(
  sources: ClientSources,
  url: string,
  preferred: string | null,
): (ClientSource & { sourceId: string }) | null {
  const allowing = [...sources].filter(([, { urlPrefix }]) => url.startsWith(urlPrefix));
  const [sourceId, source] = allowing.find(([id]) => id === preferred) ?? allowing[0] ?? [];
  return sourceId === undefined || source === undefined ? null : { ...source, sourceId };
}
