import { setTimeout as wait } from "node:timers/promises";
import pino, { type DestinationStream, type Level } from "pino";
import { redacted } from "./redact.ts";
import { createThrottledLog } from "./sampling.ts";

const writtenMs = 300;

/** One request, as the log keeps it. */
export interface AccessLine {
  readonly requestId: string;
  readonly method: string;
  /** As the route declares it, or cleaned where none answered. */
  readonly path: string;
  /** Null when the client went away before it was answered. */
  readonly status: number | null;
  readonly ms: number;
  /** Length of the answer's body; null for a stream. */
  readonly bytes: number | null;
}

type Write = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/** Writes JSON, one line an entry, with secrets and personal fields taken out. An `Error` goes in the field `err`. */
export interface Log {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
  /** The one line of a request; level info. */
  access(line: AccessLine): void;
  /** What was logged is written, or cannot be; 300 ms at most. Without it a reader that is gone would hold the process at its end. */
  written(): Promise<void>;
}

let instant = 0;
let timestamp = "";

/** Many lines share a millisecond: its text is made once. */
const time = (): string => {
  const now = Date.now();
  if (now !== instant) timestamp = `,"time":"${new Date(now).toISOString()}"`;
  instant = now;
  return timestamp;
};

const options = (level: Level | "silent") => ({
  level,
  base: null,
  timestamp: time,
  formatters: { level: (label: string) => ({ level: label }) },
  serializers: { err: (err: unknown) => err }, // `redacted` has made it plain already
});

/**
 * Opens the log, on standard output unless a stream is given. Lines are written in the background, at the latest after 100 ms and
 * at exit. Of one message only so many warnings or errors are written, and the rest are counted.
 */
export const createLog = ({
  level,
  stream = pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 100 }),
}: {
  level: Level | "silent";
  stream?: DestinationStream;
}): Log => {
  const plain = pino(options(level), stream);
  const troubles = createThrottledLog((kind, leftOut) => plain.warn({ kind, leftOut }, "entries without a line"));
  const at =
    (name: "debug" | "info" | "warn" | "error", admits = (_message: string) => true): Write =>
    (fields, message) => {
      if (plain.isLevelEnabled(name) && admits(message)) plain[name](redacted(fields), message);
    };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn", troubles.admits),
    error: at("error", troubles.admits),
    access: (line) => plain.info(line, "request"),
    async written() {
      const flushed = new Promise<void>((resolve) => plain.flush(() => resolve()));
      await Promise.race([flushed, wait(writtenMs)]);
    },
  };
};
