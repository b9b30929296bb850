import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { answerRate, givenLoad, rateOf } from "./load-program.ts";

/** Token requests from a separate process, `atOnce` at a time. */
export interface TokenLoad {
  /** Its host is an address, so that no request looks up a name. */
  url: string;
  headers: Record<string, string>;
  atOnce: number;
  /** Forms that are sent once each; or refresh tokens, each of which is exchanged again and again for `seconds`. */
  forms?: readonly string[];
  refreshTokens?: readonly string[];
  seconds?: number;
}

const program = fileURLToPath(import.meta.url);

/** Returns how many requests were answered with tokens per second. @throws if one was refused */
export const tokenLoad = (load: TokenLoad): Promise<number> => rateOf(program, load);

// Run as a program: reads the load as JSON; prints the rate.
if (process.argv[1] === program) {
  const { url, headers, atOnce, forms = [], refreshTokens = [], seconds = 0 } = (await givenLoad()) as TokenLoad;
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
  const post = (body: string) =>
    new Promise<{ refresh_token: string }>((resolve, reject) => {
      const sent = request(url, { method: "POST", agent, headers: form }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part) => (text += part));
        answer.on("end", () =>
          answer.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(`${answer.statusCode} ${text}`)),
        );
      });
      sent.on("error", reject).end(body);
    });

  const waiting = [...forms];
  const startedAt = performance.now();
  let answered = 0;
  const sendForms = async () => {
    for (let body = waiting.pop(); body !== undefined; body = waiting.pop(), answered++) await post(body);
  };
  const refresh = async (first: string) => {
    for (let token = first; performance.now() - startedAt < seconds * 1000; answered++) {
      ({ refresh_token: token } = await post(`grant_type=refresh_token&refresh_token=${encodeURIComponent(token)}`));
    }
  };
  await Promise.all([
    ...Array.from({ length: Math.min(atOnce, forms.length) }, sendForms),
    ...refreshTokens.slice(0, atOnce).map(refresh),
  ]);
  answerRate(answered, startedAt);
}
