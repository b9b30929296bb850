import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";

/** The outcome of a storm's requests. */
export interface StormOutcome {
  /** The number of answers by status; 0: no answer. */
  answers: Record<string, number>;
  /** The number of 503 refusals with a `Retry-After`. */
  withRetryAfter: number;
}

interface Force {
  perSecond: number;
  seconds: number;
}

/** More requests would open more connections than the product accepts; the system would refuse them instead. */
const mostUnderWay = 2000;
const program = fileURLToPath(import.meta.url);

/** Posts a body `perSecond` times a second for `seconds`, each on its own connection, from a separate process. */
export async function storm(url: string, body: object, { perSecond, seconds }: Force): Promise<StormOutcome> {
  const asked = [program, url, JSON.stringify(body), String(perSecond), String(seconds)];
  const child = spawn(process.execPath, asked, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  await once(child, "close");
  return JSON.parse(output);
}

/** Sends prepared bytes, so that only the server can cause a delay; resolves to the answer's head, or to nothing. */
async function ask(port: number, request: Buffer): Promise<string> {
  const socket = connect(port, "127.0.0.1", () => socket.write(request));
  let answer = "";
  socket.on("data", (bytes) => (answer += bytes));
  socket.on("error", () => {});
  await new Promise((resolve) => socket.once("close", resolve));
  return answer;
}

async function send(to: URL, body: string, { perSecond, seconds }: Force): Promise<StormOutcome> {
  const head = [
    `POST ${to.pathname} HTTP/1.1`,
    `Host: ${to.host}`,
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  const request = Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
  const outcome: StormOutcome = { answers: {}, withRetryAfter: 0 };
  const asked: Promise<unknown>[] = [];
  let underWay = 0;
  const one = async () => {
    underWay++;
    const answer = await ask(Number(to.port), request);
    underWay--;
    const status = Number(answer.split(" ")[1] ?? 0);
    outcome.answers[status] = (outcome.answers[status] ?? 0) + 1;
    if (status === 503 && /\r\nRetry-After: [1-9]\d*\r\n/i.test(answer)) outcome.withRetryAfter++;
  };
  const startedAt = performance.now();
  while (asked.length < perSecond * seconds) {
    const due = Math.min(((performance.now() - startedAt) / 1000) * perSecond, perSecond * seconds);
    while (asked.length < due && underWay < mostUnderWay) asked.push(one());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(asked);
  return outcome;
}

if (process.argv[1] === program) {
  const [url = "", body = "", perSecond, seconds] = process.argv.slice(2);
  const outcome = await send(new URL(url), body, { perSecond: Number(perSecond), seconds: Number(seconds) });
  process.stdout.write(JSON.stringify(outcome));
}
