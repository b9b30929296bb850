import { statusLine } from "@attestory/runtime/command-line/status-line.ts";
import pino, { type DestinationStream } from "pino";

export interface LogOutput {
  stream: DestinationStream;
  /** Why lines cannot be written at this moment; null if they can. */
  fault(): string | null;
}

/** More lines than that, while none can be written, are lost. */
const mostBytesKept = 1024 * 1024;

const flushMs = 100;

/** Of what is printed beside the log, such as the address at the start: without a listener, a full disk would end the process. */
const ignore = () => {};

/** Flushes while something is unwritten. Pino's own interval would wake the process ten times a second, also when there is nothing to write. */
function flushAfterWrites(stream: ReturnType<typeof pino.destination>): void {
  const { write } = stream;
  let unwritten = 0;
  let isDue = false;
  const later = () => {
    if (isDue || unwritten <= 0) return;
    isDue = true;
    setTimeout(flush, flushMs).unref();
  };
  const flush = () => {
    isDue = false;
    stream.flush();
    later();
  };
  stream.write = (line) => {
    unwritten += Buffer.byteLength(line);
    later();
    return write.call(stream, line);
  };
  stream.on("write", (bytes: number) => {
    unwritten -= bytes;
  });
  stream.on("drop", (line: string) => {
    unwritten -= Buffer.byteLength(line);
  });
}

/** While a status line is shown, lines are written at once, above it: written later, they would run into it. */
function whileShown(stream: ReturnType<typeof pino.destination>): void {
  const { write } = stream;
  stream.write = (line) => {
    if (!statusLine.isShown()) return write.call(stream, line);
    statusLine.above(() => {
      write.call(stream, line);
      stream.flushSync();
    });
    return true;
  };
}

/**
 * Standard output, written in the background, after at most 100 ms and at exit. Where it is a file and its disk is full, the process goes
 * on: lines are kept, and written once there is space.
 */
export function standardOutput(): LogOutput {
  const stream = pino.destination({
    dest: 1,
    sync: false,
    minLength: 4_096,
    maxLength: mostBytesKept,
  });
  let fault: string | null = null;
  flushAfterWrites(stream);
  // Pino calls this at the exit, and it would try again for ever.
  const { flushSync } = stream;
  stream.flushSync = () => {
    if (fault === null) flushSync.call(stream);
  };
  whileShown(stream);
  stream.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    fault = `log lines cannot be written: ${code ?? message}`;
  });
  stream.on("write", () => {
    fault = null;
  });
  process.stdout.off("error", ignore).on("error", ignore);
  return { stream, fault: () => fault };
}
