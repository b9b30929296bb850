import {
  applicationSessionsStream,
  attemptsStream,
  auditStream,
  authorizationRequestsStream,
  emailCodesStream,
  hardwareKeysStream,
  invitedAccountsStream,
  type StreamName,
  secondFactorsStream,
  userStream,
} from "@attestory/events/envelope.ts";
import { personStreams } from "@attestory/projections/read-models/person-streams.ts";
import type { Place, ReadStore } from "@attestory/projections/store/read-store.ts";
import type { OpenedLater } from "./read-streams.ts";

type Store = Pick<ReadStore, "list">;

const pageSize = 200;

/** The streams whose names follow from the id of the person. */
export const streamsNamedAfter = (userId: string): StreamName[] =>
  [
    userStream,
    attemptsStream,
    secondFactorsStream,
    hardwareKeysStream,
    emailCodesStream,
    applicationSessionsStream,
    invitedAccountsStream,
    auditStream,
  ].map((streamOf) => streamOf(userId));

/** The other streams that tell of the person, by their first event that does. */
export async function* streamsOf(store: Store, userId: string): AsyncGenerator<OpenedLater> {
  const part = { index: "user", value: userId, direction: "ascending", limit: pageSize } as const;
  for (let after: Place | undefined; ; ) {
    const listed = await store.list(personStreams, { ...part, ...(after && { after }) });
    for (const { document } of listed) {
      yield { stream: document.stream as StreamName, from: BigInt(document.order) };
    }
    after = listed.at(-1);
    if (listed.length < pageSize) return;
  }
}

/** Those of one kind: `session` of `session-<id>`. */
export async function* streamsOfKind(store: Store, userId: string, kind: string): AsyncGenerator<StreamName> {
  for await (const { stream } of streamsOf(store, userId)) {
    if (stream.startsWith(`${kind}-`)) yield stream;
  }
}

/** The id in the name of a stream. */
export const idIn = (stream: StreamName): string => stream.slice(stream.indexOf("-") + 1);

/** With what waited in each session for the user's answer, which is in a stream of its own. */
export async function* withRequests(streams: AsyncIterable<OpenedLater>): AsyncGenerator<OpenedLater, undefined> {
  for await (const each of streams) {
    yield each;
    const { stream, from } = each;
    if (stream.startsWith("session-")) yield { stream: authorizationRequestsStream(idIn(stream)), from };
  }
}
