import pino, { type DestinationStream } from "pino";

export interface LogOutput {
  stream: DestinationStream;
  /** Why lines cannot be written at this moment; null if they can. */
  fault(): string | null;
}

/** More lines than that, while none can be written, are lost. */
const mostBytesKept = 1024 * 1024;

/** Of what is printed beside the log, such as the address at the start: without a listener, a full disk would end the process. */
const ignore = () => {};

/**
 * Standard output, written in the background, after at most 100 ms and at exit. Where it is a file and its disk is full, the process goes
 * on: lines are kept, and written once there is space.
 */
export function standardOutput(): LogOutput {
  const stream = pino.destination({
    dest: 1,
    sync: false,
    minLength: 4_096,
    periodicFlush: 100,
    maxLength: mostBytesKept,
  });
  let fault: string | null = null;
  // Pino calls this at the exit, and it would try again for ever.
  const { flushSync } = stream;
  stream.flushSync = () => {
    if (fault === null) flushSync.call(stream);
  };
  stream.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    fault = `log lines cannot be written: ${code ?? message}`;
  });
  stream.on("write", () => {
    fault = null;
  });
  process.stdout.off("error", ignore).on("error", ignore);
  return { stream, fault: () => fault };
}
