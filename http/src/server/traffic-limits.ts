import type { RequestListener, Server } from "node:http";
import type { Log } from "../observability/log.ts";
import {
  type BusyConnections,
  type Connection,
  limitPipelining,
  type PipelineLimits,
  pipelineLimits,
} from "./pipelined-requests.ts";
import { limitUnread, type UnreadLimits, unreadLimits } from "./unread-answers.ts";

export interface TrafficLimits extends PipelineLimits, UnreadLimits {}

interface Traffic {
  readonly handler: RequestListener;
  readonly limits?: Partial<TrafficLimits>;
  readonly log?: Log;
}

/** Limits what one connection, and all together, may make the process hold: requests, unread answers and unparsed bytes. */
export const limitTraffic = (server: Server, { handler, limits: given, log }: Traffic): BusyConnections => {
  const limits: TrafficLimits = { ...pipelineLimits, ...unreadLimits, ...given };
  const report =
    (message: string) =>
    ({ requests, queuedBytes }: Connection) =>
      log?.warn({ requests, queuedBytes }, message);
  const onExcess = report("memory limit reached, connection closed");
  const connections = limitPipelining(server, { handler, limits, onExcess });
  limitUnread(server, connections, { limits, onExcess, onSlow: report("slow reader disconnected") });
  return connections;
};
