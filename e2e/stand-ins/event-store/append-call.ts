import { setTimeout as wait } from "node:timers/promises";
import shared from "@eventstore/db-client/generated/shared_pb.js";
import type { AppendReq, AppendResp } from "@eventstore/db-client/generated/streams_pb.js";
import streams from "@eventstore/db-client/generated/streams_pb.js";
import type { ServerReadableStream, sendUnaryData } from "@grpc/grpc-js";
import type { Append, AppendOutcome, Expected, ProposedEvent } from "./appender.ts";
import { commitTimeout, type Failure, maxAppendSize, thrownByHandler, tooLarge } from "./failures.ts";
import type { Store } from "./store.ts";

export type AppendCall = ServerReadableStream<AppendReq, AppendResp>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** How long the real server waits for a write that it drops because an identical one is in progress. */
const commitTimeoutMs = 2000;

function proposedEvent(message: AppendReq.ProposedMessage): ProposedEvent {
  const described = message.getMetadataMap();
  return {
    id: message.getId()?.getString().toLowerCase() ?? "",
    type: described.get("type") ?? "",
    contentType: described.get("content-type") ?? "",
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

function expectedOf(options: AppendReq.Options): Expected {
  if (options.hasNoStream()) return "no-stream";
  if (options.hasStreamExists()) return "stream-exists";
  return options.hasAny() ? "any" : Number(options.getRevision());
}

function success(revision: number, position: number | null): AppendResp {
  const message = new streams.AppendResp.Success().setCurrentRevision(String(revision));
  if (position === null) message.setNoPosition(new shared.Empty());
  else {
    const place = new streams.AppendResp.Position();
    message.setPosition(place.setCommitPosition(String(position)).setPreparePosition(String(position)));
  }
  return new streams.AppendResp().setSuccess(message);
}

/** A wrong revision is a normal answer, not an error. */
function wrongRevision(expected: Expected, actual: number): AppendResp {
  const message = new streams.AppendResp.WrongExpectedVersion();
  if (actual === -1) message.setCurrentNoStream(new shared.Empty());
  else message.setCurrentRevision(String(actual));
  if (expected === "any") message.setExpectedAny(new shared.Empty());
  else if (expected === "stream-exists") message.setExpectedStreamExists(new shared.Empty());
  else if (expected === "no-stream") message.setExpectedNoStream(new shared.Empty());
  else message.setExpectedRevision(String(expected));
  return new streams.AppendResp().setWrongExpectedVersion(message);
}

const messageOf = (outcome: Exclude<AppendOutcome, { kind: "uncommitted" }>, { expected }: Append) =>
  outcome.kind === "stored" ? success(outcome.revision, outcome.position) : wrongRevision(expected, outcome.actual);

function faultIn({ stream, events }: Append): Failure | null {
  if (stream === "" || events.some(({ id }) => !uuid.test(id))) return thrownByHandler;
  return events.reduce((sum, { data }) => sum + data.length, 0) > maxAppendSize ? tooLarge : null;
}

/** The Append call: first the options, then one message per event. `refusalOf`: why the caller may not append to a stream. */
export function answerAppend(
  { store, refusalOf }: { store: Store; refusalOf(stream: string): Failure | null },
  call: AppendCall,
  answer: sendUnaryData<AppendResp>,
): void {
  const append = { stream: "", expected: "any" as Expected, events: [] as ProposedEvent[] };
  call.on("data", (message: AppendReq) => {
    const options = message.getOptions();
    const proposed = message.getProposedMessage();
    if (options) {
      append.stream = Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString("utf8");
      append.expected = expectedOf(options);
    }
    if (proposed) append.events.push(proposedEvent(proposed));
  });
  call.on("end", async () => {
    const { stream } = append;
    const failure = refusalOf(stream) ?? faultIn(append);
    if (failure) return answer(failure);
    const outcome = await store.append(append).catch(() => null);
    if (outcome === null) return answer(thrownByHandler);
    if (outcome.kind !== "uncommitted") return answer(null, messageOf(outcome, append));
    await wait(commitTimeoutMs);
    answer(commitTimeout);
  });
}
