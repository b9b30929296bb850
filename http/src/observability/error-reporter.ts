import type { Log } from "./log.ts";

/** Tells the operator of an error that no caller sees. */
export type ReportError = (message: string, error?: unknown, context?: object) => void;

export const errorReporter =
  (log: Log, level: "warn" | "error" = "error"): ReportError =>
  (message, error, context) =>
    log[level]({ ...(error !== undefined && { err: error }), ...context }, message);
