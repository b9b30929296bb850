import type { ReadReq } from "@eventstore/db-client/generated/streams_pb.js";
import type { StoredRecord } from "./stored-record.ts";

/** Which records a read or a subscription wants, and after how many considered records it sends a checkpoint. */
export interface Filter {
  wants(record: StoredRecord): boolean;
  /** Null: it never sends one. */
  checkpointEvery: number | null;
  /** How many records a read considers at a time. Null without a filter. */
  window: number | null;
}

/** The number of records that the real server considers between two checkpoints, times the subscriber's own interval. */
const defaultWindow = 32;

/** @throws SyntaxError for an invalid expression */
export function filterOf(options: ReadReq.Options): Filter {
  const asked = options.getFilter();
  const expression = asked?.getStreamIdentifier() ?? asked?.getEventType();
  if (!asked || !expression) return { wants: () => true, checkpointEvery: null, window: null };
  const regex = expression.getRegex() === "" ? null : new RegExp(expression.getRegex(), "u");
  const prefixes = expression.getPrefixList();
  const takes = (text: string) => regex?.test(text) ?? prefixes.some((prefix) => text.startsWith(prefix));
  const window = asked.hasMax() ? asked.getMax() : defaultWindow;
  return {
    window,
    wants: asked.hasStreamIdentifier() ? ({ stream }) => takes(stream) : ({ type }) => takes(type),
    checkpointEvery: asked.getCheckpointintervalmultiplier() * window,
  };
}

/** Null for an invalid expression. */
export function filterOrNull(options: ReadReq.Options): Filter | null {
  try {
    return filterOf(options);
  } catch {
    return null;
  }
}
