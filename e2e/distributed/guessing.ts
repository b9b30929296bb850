import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { compileCache } from "../start-stack.ts";

const program = fileURLToPath(new URL("./password-attempts-process.ts", import.meta.url));

export interface Guessed {
  /** The number of verified guesses. */
  verified: number;
  /** True if Redis failed or was slow for the process. */
  isDisturbed: boolean;
}

/** Starts a separate process that guesses passwords, with rate limits on this Redis. */
export async function startGuessing(jobs: string) {
  const child = spawn(process.execPath, [program, jobs], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ready = (await lines.next()).value;
  if (ready !== "ready") throw new Error(`the process that guesses said ${ready}`);
  return {
    async guess(account: string, network: string, guesses: number): Promise<Guessed> {
      const since = performance.now();
      child.stdin.write(`${account} ${network} ${guesses}\n`);
      const [verified = 0, errors = 0] = String((await lines.next()).value)
        .split(" ")
        .map(Number);
      return { verified, isDisturbed: errors > 0 || performance.now() - since > 900 };
    },
    async stop(): Promise<void> {
      child.stdin.end();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

/**
 * The number of verified guesses while Redis answered all of them within the second of the first delay. Guesses again if a busy
 * machine prevented that.
 */
export async function verifiedUndisturbed(guesses: (attempt: number) => Promise<Guessed[]>): Promise<number> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const answers = await guesses(attempt);
    if (!answers.some(({ isDisturbed }) => isDisturbed))
      return answers.reduce((all, { verified }) => all + verified, 0);
  }
  throw new Error("Redis did not answer in time, five times in a row");
}
