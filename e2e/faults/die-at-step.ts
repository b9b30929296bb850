import { subscribe } from "node:diagnostics_channel";
import { readFileSync, writeSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tracepointChannel } from "@attestory/runtime/tracepoints.ts";

/**
 * Loaded into the product by `--import`, in each of its threads. Kills the process, as `kill -9` does, when it reaches for the n-th
 * time the step that the file `DIE_AT` names as `<n> <step>`. Without the file the process goes on.
 */
const file = process.env.DIE_AT ?? "";
const times = new Map<string, number>();

function wanted(): { hit: number; step: string; text: string } | null {
  try {
    const text = readFileSync(file, "utf8");
    const [hit, ...step] = text.split(" ");
    return { hit: Number(hit), step: step.join(" "), text };
  } catch {
    return null;
  }
}

/** One event for each of several persons is named once: earlier deaths decide how many admins there are. */
const named = (step: string): string => step.replaceAll(/,(\w+)(?=,\1\b)/g, "");

function at(step: string): void {
  const asked = wanted();
  if (asked?.step !== named(step)) return;
  const count = (times.get(asked.text) ?? 0) + 1;
  times.set(asked.text, count);
  if (count !== asked.hit) return;
  writeSync(2, `\ndied at ${asked.step}\n`);
  process.kill(process.pid, "SIGKILL");
}

const isCommand = (message: unknown) => (message as { request: IncomingMessage }).request.method !== "GET";

subscribe(tracepointChannel, (step) => at(String(step)));
subscribe("http.server.request.start", (message) => isCommand(message) && at("command received"));
subscribe("http.server.response.finish", (message) => isCommand(message) && at("command answered"));

/** The product's time: `AHEAD_SECONDS` ahead of the system's. */
const aheadMs = Number(process.env.AHEAD_SECONDS ?? 0) * 1000;
const system = Date.now;
Date.now = () => system() + aheadMs;
