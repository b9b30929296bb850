import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../../standalone/src/cli.js", import.meta.url));

/** `attestory <args>` beside the product that runs on this folder. */
export async function attestory({ dataDir, url }: { dataDir: string; url: string }, args: readonly string[]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, PUBLIC_URL: url, NODE_ENV: "test" };
  const child = spawn(process.execPath, [cli, ...args], { env });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: code as number, stdout, stderr };
}
