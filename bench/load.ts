import { fileURLToPath } from "node:url";
import autocannon from "autocannon";

/** One round of load, which ends after `seconds`. */
export interface Load {
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  /** Each request replaces `{n}` with a different number. */
  body?: string;
  connections: number;
  seconds: number;
}

export interface LoadResult {
  perSecond: number;
  p99Ms: number;
  /** Answers that were not 2xx, errors and time-outs. */
  failed: number;
}

export const loadProgram = fileURLToPath(import.meta.url);

// Run as a program: runs the round that the first argument describes as JSON; prints the result as one line of JSON.
if (process.argv[1] === loadProgram) {
  const { seconds, body, ...load } = JSON.parse(process.argv[2] ?? "") as Load;
  const first = Date.now() * 1000;
  let sent = 0;
  const numbered = (text: string) => text.replaceAll("{n}", String(first + sent++));
  const setupRequest = (request: autocannon.Request) => (body ? { ...request, body: numbered(body) } : request);
  const result = await autocannon({ ...load, requests: [{ setupRequest }], duration: seconds });
  const failed = result.non2xx + result.errors + result.timeouts;
  const answer: LoadResult = { perSecond: result["2xx"] / result.duration, p99Ms: result.latency.p99, failed };
  process.stdout.write(JSON.stringify(answer));
}
