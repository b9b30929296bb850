import type { ReadResp } from "@eventstore/db-client/generated/streams_pb.js";
import type { ReadCall } from "./flowing.ts";

/** Makes a subscription give every event twice, and after it once more the one before: nobody who follows may trip over that. */
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
