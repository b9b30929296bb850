import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "@attestory/e2e/start-stack.ts";
import { mostLinesOfNetwork } from "@attestory/http/observability/throttled-access-log.ts";
import { figure, line, ratios } from "./figures.ts";
import { loadRound, startServer } from "./processes.ts";
import { prepareSubject } from "./subject.ts";

const rounds = 5;
const seconds = 5;
const connections = 32;
/** Headers that Node.js itself adds on both sides. */
const byNode = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

/** GET /api/auth/me with a valid token, compared with a bare Express route that sends the same bytes and headers and logs the same line. */
export async function measureMe(): Promise<string[]> {
  const subject = await prepareSubject();
  const server = await subject.start();
  const headers = { authorization: `Bearer ${subject.token}` };
  const answer = await fetch(`${subject.url}/api/auth/me`, { headers });
  const sent = Object.fromEntries([...answer.headers].filter(([name]) => !byNode.has(name)));
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`me answered ${answer.status}: ${body}`);
  // The log is written in the background.
  await wait(1500);
  const {
    level: _,
    time: __,
    msg: ___,
    ...logged
  } = JSON.parse(readFileSync(subject.logFile, "utf8").trim().split("\n").at(-1) ?? "");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/api/auth/me`;
  const env = {
    PORT: String(port),
    ANSWER: JSON.stringify({ headers: sent, body }),
    LINE: JSON.stringify(logged),
    LINES: String(mostLinesOfNetwork),
    NODE_ENV: "production",
  };
  const program = fileURLToPath(new URL("./bare-route.ts", import.meta.url));
  const bare = await startServer({ program, env, url, logFile: join(subject.folder, "bare.log") });

  const load = { method: "GET", headers, connections, seconds } as const;
  const me = { ...load, url: `${subject.url.replace("localhost", "127.0.0.1")}/api/auth/me` };
  await Promise.all([loadRound({ ...me, seconds: 2 }), loadRound({ ...load, url, seconds: 2 })]);
  const [ours, peer, p99]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const one = await loadRound(me);
    ours.push(one.perSecond);
    p99.push(one.p99Ms);
    peer.push((await loadRound({ ...load, url })).perSecond);
  }
  await Promise.all([server.stop(), bare.stop()]);
  subject.remove();
  return [
    line("GET /api/auth/me", figure(ours), "/s"),
    line("  the same, p99", figure(p99), "ms"),
    line("  bare Express route, same answer and line", figure(peer), "/s"),
    line("  ratio (at least 0.5)", ratios(ours, peer), ""),
  ];
}
