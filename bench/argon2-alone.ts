import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import argon2 from "argon2";

const program = fileURLToPath(import.meta.url);

/** Passwords per second that a process verifies if it does nothing else, with as many threads as the product. */
export async function argon2Alone(concurrency: number, seconds: number): Promise<number> {
  const env = { PATH: process.env.PATH, UV_THREADPOOL_SIZE: "2" };
  const args = [program, String(concurrency), String(seconds)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return Number(stdout);
}

// Run as a program: verifies one password repeatedly, `concurrency` at once, for `seconds`; prints verifications per second.
if (process.argv[1] === program) {
  const [, , concurrency = "4", seconds = "5"] = process.argv;
  const hash = await argon2.hash("correct horse battery", {
    type: argon2.argon2id,
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
  });
  const startedAt = performance.now();
  const until = startedAt + Number(seconds) * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: Number(concurrency) }, async () => {
      while (performance.now() < until) {
        if (!(await argon2.verify(hash, "correct horse battery"))) throw new Error("the hash does not match");
        done++;
      }
    }),
  );
  process.stdout.write(String((done / (performance.now() - startedAt)) * 1000));
}
