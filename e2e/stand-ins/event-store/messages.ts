import shared from "@eventstore/db-client/generated/shared_pb.js";
import streams from "@eventstore/db-client/generated/streams_pb.js";
import type { StoredRecord } from "./stored-record.ts";

// Numbers beyond 32 bits are strings in these messages: a setter given a number or a bigint silently writes 0.
const { ReadResp } = streams;
const { ReadEvent } = ReadResp;

const identifier = (stream: string) => new shared.StreamIdentifier().setStreamName(Buffer.from(stream));

/** One event, as reads and subscriptions deliver it. */
export function eventMessage(record: StoredRecord) {
  const event = new ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(record.id))
    .setStreamIdentifier(identifier(record.stream))
    .setStreamRevision(String(record.revision))
    .setPreparePosition(String(record.position))
    .setCommitPosition(String(record.position))
    .setCustomMetadata(Buffer.from(record.metadata))
    .setData(Buffer.from(record.data));
  event.getMetadataMap().set("type", record.type);
  event.getMetadataMap().set("content-type", record.contentType);
  event.getMetadataMap().set("created", `${record.created}0000`);
  return new ReadResp().setEvent(new ReadEvent().setEvent(event).setCommitPosition(String(record.position)));
}

export const streamNotFoundMessage = (stream: string) =>
  new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound().setStreamIdentifier(identifier(stream)));

export const confirmationMessage = (id: string) =>
  new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(id));

export const caughtUpMessage = () => new ReadResp().setCaughtUp(new ReadResp.CaughtUp());

export const checkpointMessage = (position: number) =>
  new ReadResp().setCheckpoint(
    new ReadResp.Checkpoint().setCommitPosition(String(position)).setPreparePosition(String(position)),
  );
