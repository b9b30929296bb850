import { setTimeout as wait } from "node:timers/promises";
import pino, { type DestinationStream, type Level } from "pino";
import { standardOutput } from "./log-output.ts";
import { redact } from "./redact.ts";
import { textLines } from "./text-lines.ts";
import { createThrottledLog } from "./throttled-log.ts";

const flushMs = 300;

/** The log entry of one request. */
export interface AccessLine {
  readonly requestId: string;
  readonly method: string;
  /** The route's declared path, or a cleaned path if no route matched. */
  readonly path: string;
  /** Null if the client disconnected before the answer. */
  readonly status: number | null;
  readonly ms: number;
  /** Length of the answer's body in bytes; null for a stream. */
  readonly bytes: number | null;
}

type Write = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/** `text`: for a terminal that people read. */
export type LogFormat = "json" | "text";

/** Writes one line per entry, without secrets and personal fields. An `Error` goes in the field `err`. */
export interface Log {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
  /** The one line of a request; level info, but as text debug for a file of the web app. */
  access(line: AccessLine): void;
  /** Whether access lines are written at this level. */
  readonly writesAccess: boolean;
  /** Resolves once the entries are written, after at most 300 ms: without that limit, a log reader that is gone would block exit. */
  flush(): Promise<void>;
  /** Why entries cannot be written at this moment; null if they can. */
  fault(): string | null;
}

let instant = 0;
let timestamp = "";

/** Formats each millisecond once, because many lines share it. */
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
  serializers: { err: (err: unknown) => err }, // `redact` has already converted it
});

interface LogOptions {
  level: Level | "silent";
  /** By default JSON. */
  format?: LogFormat;
  /** Of text; by default where standard output is a terminal with colours. */
  isColoured?: boolean;
  stream?: DestinationStream;
}

/** Files of the web app, built or served from their sources. A page of it loads dozens. */
const isFile = (path: string) =>
  /^\/(?:assets|src|node_modules|@[\w-]+)\/|\.(?:js|svg|png|ico|webmanifest)$/.test(path);

/**
 * Opens the log, on standard output unless a stream is given. The log limits how many warnings or errors it writes with the same
 * message per minute, and counts the rest.
 */
export const createLog = (given: LogOptions): Log => {
  const { level, format = "json", stream, isColoured = process.stdout.isTTY && process.stdout.hasColors() } = given;
  const output = stream ? { stream, fault: () => null } : standardOutput();
  const isText = format === "text";
  const plain = pino(options(level), isText ? textLines(output.stream, isColoured) : output.stream);
  const throttled = createThrottledLog((kind, leftOut) => plain.warn({ kind, leftOut }, "log messages omitted"));
  const at =
    (name: "debug" | "info" | "warn" | "error", admits = (_message: string) => true): Write =>
    (fields, message) => {
      if (plain.isLevelEnabled(name) && admits(message)) plain[name](redact(fields), message);
    };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn", throttled.admits),
    error: at("error", throttled.admits),
    access: (line) => plain[isText && isFile(line.path) ? "debug" : "info"](line, "request"),
    writesAccess: plain.isLevelEnabled("info"),
    async flush() {
      const flushed = new Promise<void>((resolve) => plain.flush(() => resolve()));
      await Promise.race([flushed, wait(flushMs)]);
    },
    fault: output.fault,
  };
};
