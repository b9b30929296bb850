import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(import.meta.resolve("@attestory/standalone/cli.js"));

export interface Run {
  seconds: number;
  megabytes: number;
}

const reportMemory =
  "data:text/javascript,process.on('exit',()=>process.stderr.write('kilobytes '+process.resourceUsage().maxRSS))";

export const environment = (dataDir: string, key: Buffer) => ({
  DATA_DIR: dataDir,
  MASTER_KEY: key.toString("base64"),
});

/** Runs one command of the command line. @throws if it fails */
export async function attestory(args: readonly string[], dataDir: string, key: Buffer): Promise<Run> {
  const started = performance.now();
  const child = spawn(process.execPath, ["--import", reportMemory, cli, ...args], {
    env: { PATH: process.env.PATH, ...environment(dataDir, key) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (piece) => {
    said += piece;
  });
  const [code] = await once(child, "close");
  const seconds = (performance.now() - started) / 1000;
  const kilobytes = /kilobytes (\d+)/.exec(said)?.[1];
  if (code !== 0 || kilobytes === undefined) throw new Error(`attestory ${args[0]} ended with ${code}: ${said}`);
  return { seconds, megabytes: Number(kilobytes) / 1024 };
}
