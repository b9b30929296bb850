import { writeSync } from "node:fs";
import { exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import { openFolderLog } from "./folder-log.ts";

/**
 * Appends to the log in the folder that is its first argument until it is killed, eight writers at once with two events each,
 * and prints `<stream> <version> <position> <ids>` of every append that was acknowledged.
 */
const log = await openFolderLog(process.argv[2] ?? "");

/** Writes the whole line at once: none of it is buffered when the process dies. A pipe with a slow reader may refuse for a moment. */
function print(line: string): void {
  for (let left = Buffer.from(line); left.length > 0; ) {
    try {
      left = left.subarray(writeSync(1, left));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

const appendForever = async () => {
  const stream = exampleStream();
  for (let version = 0; ; version += 2) {
    const events = exampleEvents(2);
    const position = await log.append(stream, version, events);
    print(`${stream} ${version} ${position} ${events.map(({ id }) => id).join(",")}\n`);
  }
};
await Promise.all(Array.from({ length: 8 }, appendForever));
