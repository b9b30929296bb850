import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { signIn } from "@attestory/e2e/http/client.ts";
import { freePort, main } from "@attestory/e2e/start-stack.ts";
import { figure, line } from "./figures.ts";
import { fillFolder } from "./populate/fill-folder.ts";
import { everyonesPassword, inventedPerson } from "./populate/invented-person.ts";
import { loadRound, type Server, startServer } from "./processes.ts";

const rounds = 3;
const seconds = 5;
/** A folder that `npm run populate` filled: `$POPULATED/10000` and so on. If unset, the two smaller data folders are filled here. */
const populated = process.env.POPULATED;
const seed = "attestory";

interface Place {
  users: number;
  folder: string;
  url: string;
  env: Record<string, string>;
}
type Figures = Record<"ready" | "rest" | "signIn" | "me" | "register" | "loaded", number[]>;

/** Resident memory of the process in MiB (Linux). */
const residentMb = ({ pid }: Server): number => {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
};

async function place(users: number, scratch: string): Promise<Place> {
  const folder = join(populated ?? scratch, String(users));
  if (!existsSync(folder)) await fillFolder({ folder, users, seed });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  // Rate limits and emails are not measured.
  const env = {
    NODE_ENV: "test",
    RATE_LIMITS: "off",
    TRUST_PROXY: "1",
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: folder,
  };
  return { users, folder, url, env };
}

const start = ({ env, url, folder }: Place) =>
  startServer({ program: main, env, url: `${url}/health/ready`, logFile: join(folder, "bench.log") });

async function round({ users, url, ...at }: Place, turn: number, figures: Figures): Promise<void> {
  const server = await start({ users, url, ...at });
  await wait(3000);
  figures.ready.push(server.readyMs);
  figures.rest.push(residentMb(server));
  const api = url.replace("localhost", "127.0.0.1");
  const json = { "content-type": "application/json" };
  const newPerson = inventedPerson(seed, 20 * Math.floor((turn + 0.5) * (users / 20 / rounds)));
  const { email } = newPerson;
  const load = { method: "POST", headers: json, connections: 4, seconds } as const;
  const logins = [JSON.stringify({ email, password: everyonesPassword })];
  figures.signIn.push((await loadRound({ ...load, url: `${api}/api/auth/login`, bodies: logins })).perSecond);
  const bodies = [JSON.stringify({ email: "b{n}@example.org", username: "b{n}", password: everyonesPassword })];
  figures.register.push((await loadRound({ ...load, url: `${api}/api/auth/register`, bodies })).perSecond);
  const token = await signIn(url, { email, username: "", password: everyonesPassword });
  const me = { method: "GET", headers: { authorization: `Bearer ${token}` }, connections: 32, seconds } as const;
  figures.me.push((await loadRound({ ...me, url: `${api}/api/auth/me` })).perSecond);
  figures.loaded.push(residentMb(server));
  await server.stop();
}

/** The same calls with few and with many people, in turns: the cost of a call must not depend on the number of people. */
export async function measureScale(): Promise<string[]> {
  const scratch = mkdtempSync(join(tmpdir(), "attestory-bench-"));
  const sizes = [10_000, 100_000, 1_000_000].filter(
    (users) => users < 1_000_000 || existsSync(join(populated ?? "", String(users))),
  );
  const places = await Promise.all(sizes.map((users) => place(users, scratch)));
  // The first start projects the whole log.
  for (const one of places) await (await start(one)).stop();
  const all = places.map((): Figures => ({ ready: [], rest: [], signIn: [], me: [], register: [], loaded: [] }));
  for (let turn = 0; turn < rounds; turn++) {
    for (const [at, one] of places.entries()) await round(one, turn, all[at] as Figures);
  }
  rmSync(scratch, { recursive: true, force: true });
  const shown: [keyof Figures, string, string][] = [
    ["ready", "start to ready", "ms"],
    ["rest", "memory at rest (under 150)", "MiB"],
    ["signIn", "sign-in, 4 at once", "/s"],
    ["register", "register, 4 at once", "/s"],
    ["me", "GET /api/auth/me, 32 at once", "/s"],
    ["loaded", "memory after it (under 300)", "MiB"],
  ];
  return shown.flatMap(([key, name, unit]) =>
    places.map(({ users }, at) =>
      line(`${name}, ${users.toLocaleString("en")} people`, figure(all[at]?.[key] ?? []), unit),
    ),
  );
}
