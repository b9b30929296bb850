import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { signIn } from "@attestory/e2e/http/client.ts";
import { freePort, main } from "@attestory/e2e/start-stack.ts";
import { figure, line } from "../figures.ts";
import { fillFolder } from "../populate/fill-folder.ts";
import { everyonesPassword, inventedPerson } from "../populate/invented-person.ts";
import { loadRound, startServer } from "../processes.ts";
import { analyticsLines } from "./analytics.ts";
import { grantAdmin } from "./grant-admin.ts";

const rounds = 5;
const seconds = 5;
const seed = "attestory";
/** Folders that `npm run populate` filled, each named by its number of users. If unset, a small one is filled here. */
const populated = process.env.POPULATED;
const fewUsers = 20_000;

const asked = [
  ["first page of users", "/api/admin/users"],
  ["  by name", "/api/admin/users?sort=name"],
  ["  inactive ones", "/api/admin/users?status=inactive"],
  ["search by one letter", "/api/admin/users?query=a"],
  ["search by five letters", "/api/admin/users?query=kathe"],
  ["search that finds nobody", "/api/admin/users?query=zzzzzz"],
  ["stats", "/api/admin/stats"],
] as const;

/** The largest of the filled folders. */
function largest(folder: string): number {
  const sizes = readdirSync(folder).map(Number).filter(Number.isInteger);
  return Math.max(...sizes);
}

async function answered(url: string, headers: Record<string, string>): Promise<void> {
  for (;;) {
    const { status } = await fetch(url, { headers });
    if (status === 200) return;
    if (status !== 503) throw new Error(`${url} answered ${status}`);
    await wait(500);
  }
}

/** What admins ask for, one call at a time and four at once, with as many users as the largest filled folder has. */
export async function measureAdmin(): Promise<string[]> {
  const scratch = mkdtempSync(join(tmpdir(), "attestory-bench-"));
  const users = populated ? largest(populated) : fewUsers;
  const folder = join(populated ?? scratch, String(users));
  if (!existsSync(folder)) await fillFolder({ folder, users, seed });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { NODE_ENV: "test", RATE_LIMITS: "off", PORT: String(port), PUBLIC_URL: url, DATA_DIR: folder };
  const { email } = inventedPerson(seed, 0);
  await grantAdmin(env, email);
  const server = await startServer({
    program: main,
    env,
    url: `${url}/health/ready`,
    logFile: join(folder, "bench.log"),
  });
  const token = await signIn(url, { email, username: "", password: everyonesPassword });
  const headers = { authorization: `Bearer ${token}` };
  const api = url.replace("localhost", "127.0.0.1");
  const lines: string[] = [];
  for (const [name, path] of asked) {
    await answered(`${api}${path}`, headers);
    const [alone, together]: [number[], number[]] = [[], []];
    const load = { method: "GET", url: `${api}${path}`, headers, seconds } as const;
    for (let round = 0; round < rounds; round++) {
      alone.push((await loadRound({ ...load, connections: 1 })).p99Ms);
      together.push((await loadRound({ ...load, connections: 4 })).p99Ms);
    }
    lines.push(
      line(`${name}, p99, one at a time`, figure(alone), "ms"),
      line("  four at once", figure(together), "ms"),
    );
  }
  lines.push(...(await analyticsLines({ url, token })));
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
  return [`of ${users.toLocaleString("en")} people`, ...lines];
}
