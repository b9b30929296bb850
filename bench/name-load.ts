import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { answerRate, givenLoad, rateOf } from "./load-program.ts";

/** Each person changes their own name, again and again, over one connection. */
export interface NameLoad {
  /** Its host is an address, so that no request looks up a name. */
  url: string;
  method: "POST" | "PUT";
  /** The headers of each person. */
  people: readonly Record<string, string>[];
  /** `{n}` becomes another number in each request. */
  body: string;
  seconds: number;
}

const program = fileURLToPath(import.meta.url);

/** Returns how many requests were answered with 200 per second. @throws if one was not */
export const nameLoad = (load: NameLoad): Promise<number> => rateOf(program, load);

// Run as a program: reads the load as JSON; prints the rate.
if (process.argv[1] === program) {
  const { url, method, people, body, seconds } = (await givenLoad()) as NameLoad;
  const agent = new Agent({ keepAlive: true, maxSockets: people.length });
  const startedAt = performance.now();
  let answered = 0;
  const change = (headers: Record<string, string>, n: number) =>
    new Promise<void>((resolve, reject) => {
      const json = { ...headers, "content-type": "application/json" };
      const sent = request(url, { method, agent, headers: json }, (answer) => {
        answer.resume();
        answer.on("end", () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}`))));
      });
      sent.on("error", reject).end(body.replaceAll("{n}", String(n)));
    });
  const changeAgain = async (headers: Record<string, string>) => {
    for (; performance.now() - startedAt < seconds * 1000; answered++) await change(headers, answered);
  };
  await Promise.all(people.map(changeAgain));
  answerRate(answered, startedAt);
}
