import { fileURLToPath } from "node:url";
import autocannon from "autocannon";

/** One round of load, which ends after `seconds`. */
export interface Load {
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  /** Sent in turn. Each request replaces `{n}` with a different number. */
  bodies?: readonly string[];
  connections: number;
  seconds: number;
  /** Requests that are sent per second, over all connections. As many as possible unless it is given. */
  offeredPerSecond?: number;
}

export interface LoadResult {
  perSecond: number;
  p99Ms: number;
  /** Answers that were not 2xx, errors and time-outs. */
  failed: number;
  /** The number of answers by status, then of errors and time-outs. */
  answers: Record<string, number>;
}

/** Every request comes from another network, as with `TRUST_PROXY=1`: the service shares hashing fairly between networks. */
const addressOf = (n: number) => `10.${(n >> 8) % 256}.${n % 256}.7`;

export const loadProgram = fileURLToPath(import.meta.url);

// Run as a program: runs the round that the first argument describes as JSON; prints the result as one line of JSON.
if (process.argv[1] === loadProgram) {
  const { seconds, bodies, headers, offeredPerSecond, ...load } = JSON.parse(process.argv[2] ?? "") as Load;
  const first = Date.now() * 1000;
  let sent = 0;
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const n = sent++;
    const body = bodies?.[n % bodies.length]?.replaceAll("{n}", String(first + n));
    if (body === undefined) return request;
    return { ...request, body, headers: { ...headers, "x-forwarded-for": addressOf(n) } };
  };
  const rate = offeredPerSecond === undefined ? {} : { overallRate: offeredPerSecond };
  const result = await autocannon({ ...load, ...rate, headers, requests: [{ setupRequest }], duration: seconds });
  const answers: Record<string, number> = { errors: result.errors, timeouts: result.timeouts };
  for (const [status, { count }] of Object.entries(result.statusCodeStats ?? {})) answers[status] = count ?? 0;
  const failed = result.non2xx + result.errors + result.timeouts;
  const answer: LoadResult = { perSecond: result["2xx"] / result.duration, p99Ms: result.latency.p99, failed, answers };
  process.stdout.write(JSON.stringify(answer));
}
