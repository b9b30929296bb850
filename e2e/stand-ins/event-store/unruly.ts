import type { ReadResp } from "@eventstore/db-client/generated/streams_pb.js";
import type { ReadCall } from "./flowing.ts";

/** Makes a subscription deliver every event twice, followed by the one before: subscribers must tolerate that. */
export function repeatEvents(call: ReadCall): void {
  const write = call.write.bind(call) as (message: ReadResp, written?: () => void) => boolean;
  let before: ReadResp | null = null;
  call.write = ((message: ReadResp, written?: () => void) => {
    const flows = write(message, written);
    if (message.hasEvent()) {
      write(message);
      if (before) write(before);
      before = message;
    }
    return flows;
  }) as ReadCall["write"];
}
