import type { ReadReq } from "@eventstore/db-client/generated/streams_pb.js";
import type { StoredRecord } from "./stored-record.ts";

/** Which records a subscription wants, and after how many considered records it sends a checkpoint. */
export interface Filter {
  wants(record: StoredRecord): boolean;
  /** Null: it never sends one. */
  checkpointEvery: number | null;
}

/** The number of records that the real server considers between two checkpoints, times the subscriber's own interval. */
const defaultWindow = 32;

/** @throws SyntaxError for an invalid expression */
export function filterOf(options: ReadReq.Options): Filter {
  const asked = options.getFilter();
  const expression = asked?.getStreamIdentifier() ?? asked?.getEventType();
  if (!asked || !expression) return { wants: () => true, checkpointEvery: null };
  const regex = expression.getRegex() === "" ? null : new RegExp(expression.getRegex(), "u");
  const prefixes = expression.getPrefixList();
  const takes = (text: string) => regex?.test(text) ?? prefixes.some((prefix) => text.startsWith(prefix));
  return {
    wants: asked.hasStreamIdentifier() ? ({ stream }) => takes(stream) : ({ type }) => takes(type),
    checkpointEvery: asked.getCheckpointintervalmultiplier() * (asked.hasMax() ? asked.getMax() : defaultWindow),
  };
}
