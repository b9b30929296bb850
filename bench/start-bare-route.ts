import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "@attestory/e2e/start-stack.ts";
import { mostLinesOfNetwork } from "@attestory/http/observability/throttled-access-log.ts";
import { type Server, startServer } from "./processes.ts";
import type { Subject } from "./subject.ts";

/** Headers that Node.js itself adds on both sides. */
const byNode = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

/** A bare Express route that sends the same bytes and headers as the subject does at this path, and logs the same line. */
export async function startBareRoute(
  subject: Pick<Subject, "url" | "folder" | "logFile">,
  path: string,
  headers: Record<string, string> = {},
): Promise<Server & { url: string }> {
  const answer = await fetch(subject.url + path, { headers });
  const sent = Object.fromEntries([...answer.headers].filter(([name]) => !byNode.has(name)));
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${body}`);
  // The log is written in the background.
  await wait(1500);
  const {
    level: _,
    time: __,
    msg: ___,
    ...logged
  } = JSON.parse(readFileSync(subject.logFile, "utf8").trim().split("\n").at(-1) ?? "");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}${path}`;
  const env = {
    PORT: String(port),
    ROUTE: path,
    ANSWER: JSON.stringify({ headers: sent, body }),
    LINE: JSON.stringify(logged),
    LINES: String(mostLinesOfNetwork),
    NODE_ENV: "production",
  };
  const program = fileURLToPath(new URL("./bare-route.ts", import.meta.url));
  const server = await startServer({ program, env, url, logFile: join(subject.folder, "bare.log") });
  return { ...server, url };
}
