import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";

/** What became of the requests of a storm. */
export interface StormOutcome {
  /** How many were answered so, by status; 0: not at all. */
  answers: Record<string, number>;
  /** Those of the refusals with 503 that said when to come back. */
  withRetryAfter: number;
}

/** More than that open more connections than the product takes, and are refused by the system instead. */
const mostUnderWay = 2000;
const program = fileURLToPath(import.meta.url);

/** Posts a body so many times a second for so long, each on a connection of its own, from a process of its own. */
export async function storm(url: string, body: object, perSecond: number, seconds: number): Promise<StormOutcome> {
  const asked = [program, url, JSON.stringify(body), String(perSecond), String(seconds)];
  const child = spawn(process.execPath, asked, { stdio: ["ignore", "pipe", "inherit"] });
  let told = "";
  child.stdout.on("data", (text) => (told += text));
  await once(child, "close");
  return JSON.parse(told);
}

/** Sends bytes that are there already, so that whatever comes late is the server's doing; the answer's head, or nothing. */
async function ask(port: number, request: Buffer): Promise<string> {
  const socket = connect(port, "127.0.0.1", () => socket.write(request));
  let answer = "";
  socket.on("data", (bytes) => (answer += bytes));
  socket.on("error", () => {});
  await new Promise((resolve) => socket.once("close", resolve));
  return answer;
}

async function send(to: URL, body: string, perSecond: number, seconds: number): Promise<StormOutcome> {
  const head = [
    `POST ${to.pathname} HTTP/1.1`,
    ...[`Host: ${to.host}`, "Connection: close"],
    ...["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`],
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
  const outcome = await send(new URL(url), body, Number(perSecond), Number(seconds));
  process.stdout.write(JSON.stringify(outcome));
}
