import { fileURLToPath } from "node:url";
import argon2 from "argon2";

export const argon2Program = fileURLToPath(import.meta.url);

// Run as a program: verifies one password over and over, `concurrency` at once, for `seconds`; prints how many a second.
if (process.argv[1] === argon2Program) {
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
