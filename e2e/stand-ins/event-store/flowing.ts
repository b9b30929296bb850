import type { ReadReq, ReadResp } from "@eventstore/db-client/generated/streams_pb.js";
import type { ServerWritableStream } from "@grpc/grpc-js";

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/** Resolves when the call accepts more data or has ended. */
export async function flowing(call: ReadCall): Promise<void> {
  if (call.cancelled || call.destroyed) return;
  await new Promise<void>((resolve) => {
    const events = ["drain", "cancelled", "close"];
    const done = () => {
      for (const event of events) call.off(event, done);
      resolve();
    };
    for (const event of events) call.on(event, done);
  });
}
