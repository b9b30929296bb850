import { execFile } from "node:child_process";
import { Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Sign-ins of one account, all at once, and again as soon as all of them are answered. */
export interface Flood {
  /** Its host is an address, so that no request looks up a name. */
  url: string;
  body: string;
  atOnce: number;
  seconds: number;
}

const program = fileURLToPath(import.meta.url);

/** Floods from a separate process, from one network. Returns the number of answers by status. */
export async function flood(asked: Flood): Promise<Record<string, number>> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(asked)]);
  return JSON.parse(stdout);
}

// Run as a program: floods as the first argument describes as JSON; prints the answers by status as one line of JSON.
if (process.argv[1] === program) {
  const { url, body, atOnce, seconds } = JSON.parse(process.argv[2] ?? "") as Flood;
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const headers = { "content-type": "application/json", "x-forwarded-for": "203.0.113.7" };
  const answers: Record<string, number> = {};
  const signIn = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(url, { method: "POST", agent, headers }, (answer) => {
        const status = String(answer.statusCode);
        answers[status] = (answers[status] ?? 0) + 1;
        answer.resume().on("end", resolve);
      });
      sent.on("error", reject).end(body);
    });
  const flooding = async () => {
    for (;;) await Promise.all(Array.from({ length: atOnce }, signIn));
  };
  await Promise.race([flooding(), wait(seconds * 1000)]);
  process.stdout.write(JSON.stringify(answers), () => process.exit());
}
