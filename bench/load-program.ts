import { execFile } from "node:child_process";

/** Runs a program of this folder in a process of its own, with the load as its input. Returns the rate that it prints. @throws if it fails */
export const rateOf = (program: string, load: object): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [program], (error, stdout) =>
      error ? reject(error) : resolve(Number(stdout)),
    );
    child.stdin?.end(JSON.stringify(load));
  });

/** In the program: what it was given. */
export async function givenLoad(): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** In the program: prints how many requests were answered per second, and ends it. */
export function answerRate(answered: number, startedAt: number): void {
  const rate = (answered / (performance.now() - startedAt)) * 1000;
  process.stdout.write(String(rate), () => process.exit());
}
