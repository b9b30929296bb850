import type { Position } from "@attestory/events/envelope.ts";
import type { EventStoreDBClient } from "@eventstore/db-client";
import { ReadStream } from "@eventstore/db-client/dist/streams/utils/ReadStream.js";
import { convertGrpcEvent } from "@eventstore/db-client/dist/utils/convertGrpcEvent.js";
import shared from "@eventstore/db-client/generated/shared_pb.js";
import streamsService from "@eventstore/db-client/generated/streams_grpc_pb.js";
import streams from "@eventstore/db-client/generated/streams_pb.js";

/** How many records the server considers at a time. With its default, 32, a search takes five times as long. */
export const searchWindow = 1000;

/** A read of all streams with a prefix. Forwards from a position includes what is there, backwards does not; null: from the end. */
export interface FilteredRead {
  prefix: string;
  direction: "forwards" | "backwards";
  from: Position | null;
  limit: number;
}

const { ReadReq } = streams;
const { Options } = ReadReq;

function placeOf(from: Position | null) {
  const all = new Options.AllOptions();
  if (from === null) return all.setEnd(new shared.Empty());
  if (from === 0n) return all.setStart(new shared.Empty());
  return all.setPosition(new Options.Position().setCommitPosition(String(from)).setPreparePosition(String(from)));
}

function requestOf({ prefix, direction, from, limit }: FilteredRead) {
  const streamName = new Options.FilterOptions.Expression().setPrefixList([prefix]);
  const options = new Options()
    .setAll(placeOf(from))
    .setCount(String(limit))
    .setResolveLinks(false)
    .setUuidOption(new Options.UUIDOption().setString(new shared.Empty()))
    .setFilter(new Options.FilterOptions().setStreamIdentifier(streamName).setMax(searchWindow))
    .setReadDirection(Options.ReadDirection[direction === "forwards" ? "FORWARDS" : "BACKWARDS"]);
  return new ReadReq().setOptions(options);
}

type CallOptions = NonNullable<Parameters<EventStoreDBClient["readAll"]>[0]>;

/** The server filters: what others have in the store is not sent. The client has no such call, the protocol does. */
export function readFiltered(client: EventStoreDBClient, asked: FilteredRead, callOptions: CallOptions) {
  // biome-ignore lint/complexity/useLiteralKeys: the client has no public way to make a call of its protocol
  const call = client["GRPCStreamCreator"](streamsService.StreamsClient, "readAll", (stub) =>
    // biome-ignore lint/complexity/useLiteralKeys: as above
    stub.read(requestOf(asked), ...client["callArguments"](callOptions, { deadline: Number.POSITIVE_INFINITY })),
  );
  return new ReadStream(call, convertGrpcEvent, {});
}
