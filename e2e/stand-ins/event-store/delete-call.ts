import { randomUUID } from "node:crypto";
import type { DeleteReq, DeleteResp } from "@eventstore/db-client/generated/streams_pb.js";
import streams from "@eventstore/db-client/generated/streams_pb.js";
import type { ServerUnaryCall, sendUnaryData } from "@grpc/grpc-js";
import { thrownByHandler } from "./failures.ts";
import type { Store } from "./store.ts";

export type DeleteCall = ServerUnaryCall<DeleteReq, DeleteResp>;

export const deletedStream = (call: DeleteCall): string =>
  Buffer.from(call.request.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString("utf8");

/** The Delete call, whatever revision is expected: writes to the stream of metadata, as the real server does, what hides the events. */
export async function answerDelete(store: Store, call: DeleteCall, answer: sendUnaryData<DeleteResp>): Promise<void> {
  const stream = deletedStream(call);
  const data = Buffer.from(JSON.stringify({ $tb: Number.MAX_SAFE_INTEGER }));
  const event = { id: randomUUID(), type: "$metadata", contentType: "application/json", data, metadata: Buffer.of() };
  const outcome = await store.append({ stream: `$$${stream}`, expected: "any", events: [event] }).catch(() => null);
  if (outcome?.kind !== "stored") return answer(thrownByHandler);
  const position = new streams.DeleteResp.Position();
  position.setCommitPosition(String(outcome.position)).setPreparePosition(String(outcome.position));
  answer(null, new streams.DeleteResp().setPosition(position));
}
