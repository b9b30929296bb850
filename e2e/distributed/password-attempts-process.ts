import { createInterface } from "node:readline";
import { systemContext } from "@attestory/command-api/handling/command-context.ts";
import { createAttempts, type PasswordAttempt } from "@attestory/command-api/sign-in/attempts.ts";
import { openRateLimiter } from "@attestory/runtime/rate-limits/open-rate-limiter.ts";
import { digest } from "./age-rate-limits.ts";

/**
 * One of several processes that verify guesses at the same accounts, with rate limits on the server that its argument names. For each
 * line `<account> <network> <guesses>` it makes so many at once, all wrong, and prints `<verified> <errors>`.
 */
let errors = 0;
const note = () => {
  errors++;
};
const { rateLimiter, close } = await openRateLimiter({
  jobs: process.argv[2] ?? "",
  now: () => new Date(),
  digest,
  reportError: note,
});
const notRecorded = () => Promise.reject(new Error("no attempt is recorded"));
const attempts = createAttempts({
  rateLimiter,
  commandHandler: { handle: notRecorded, load: notRecorded },
  maySend: notRecorded,
  reportError: note,
});

process.stdout.write("ready\n");
for await (const line of createInterface({ input: process.stdin })) {
  const [account = "", network = "", guesses = "0"] = line.split(" ");
  const attempt: PasswordAttempt = { door: "sign-in", account, userId: null, network, device: null };
  let verified = 0;
  errors = 0;
  const verify = async () => {
    verified++;
    return false;
  };
  const guessed = () => attempts.throttle(attempt, systemContext("test", new Date()), verify);
  await Promise.all(Array.from({ length: Number(guesses) }, guessed));
  process.stdout.write(`${verified} ${errors}\n`);
}
await close();
