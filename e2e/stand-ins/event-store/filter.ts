import type { ReadReq } from "@eventstore/db-client/generated/streams_pb.js";
import type { StoredRecord } from "./stored-record.ts";

/** What a subscription wants of all that is there, and after how many records that it looked at it says where it is. */
export interface Filter {
  wants(record: StoredRecord): boolean;
  /** Null: it never says. */
  checkpointEvery: number | null;
}

/** Records of the real server that are considered between two checkpoints, times the subscriber's own interval. */
const defaultWindow = 32;

/** @throws SyntaxError for an expression that is none */
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
