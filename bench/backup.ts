import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, main } from "@attestory/e2e/start-stack.ts";
import { attestory, environment, type Run } from "./command-line.ts";
import { figure, line } from "./figures.ts";
import { startServer } from "./processes.ts";
import { writeLog } from "./rebuild-log.ts";

const count = Number(process.env.BENCH_EVENTS ?? 1_000_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);

/**
 * Writes a backup of a log (`BENCH_EVENTS`), restores it with every check into an empty folder, and starts the service there, which builds
 * its read models. Each is a process of its own, as an operator runs it.
 */
export async function measureBackup(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "attestory-bench-"));
  const key = randomBytes(32);
  const from = join(folder, "data");
  mkdirSync(from);
  await writeLog(from, key, { mix: "realistic", count });
  const [exports, imports, starts] = [[] as Run[], [] as Run[], [] as number[]];
  for (let round = 0; round < rounds; round++) {
    const [file, to] = [join(folder, `${round}.sql`), join(folder, `restored-${round}`)];
    exports.push(await attestory(["export", file], from, key));
    imports.push(await attestory(["import", file, "--without-admin"], to, key));
    starts.push(await secondsToStart(to, key));
    rmSync(file);
    rmSync(to, { recursive: true });
  }
  rmSync(folder, { recursive: true });
  const perSecond = (runs: readonly Run[]) => figure(runs.map(({ seconds }) => count / seconds));
  const memory = (runs: readonly Run[]) => figure(runs.map(({ megabytes }) => megabytes));
  return [
    `of ${count.toLocaleString("en")} events`,
    line("export, at least 100,000", perSecond(exports), "/s"),
    line("  most memory", memory(exports), "MB"),
    line("import with every check, at least 50,000", perSecond(imports), "/s"),
    line("  most memory", memory(imports), "MB"),
    line("from the import's end until the service is ready", figure(starts), "s"),
  ];
}

async function secondsToStart(dataDir: string, key: Buffer): Promise<number> {
  const url = `http://localhost:${await freePort()}`;
  const server = await startServer({
    program: main,
    env: { ...environment(dataDir, key), PORT: new URL(url).port, PUBLIC_URL: url },
    url: `${url}/health/ready`,
    logFile: join(dataDir, "attestory.log"),
  });
  await server.stop();
  return server.readyMs / 1000;
}
