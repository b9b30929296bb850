import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { otherNames } from "@attestory/projections/read-models/all-projections.ts";
import { figure, line, ratios } from "./figures.ts";
import { loadRound } from "./processes.ts";
import { prepareSubject, type Subject } from "./subject.ts";

const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
/** Whose events take longer to build than a round of load. */
const people = Number(process.env.BENCH_PEOPLE ?? 18_500);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const connections = 32;

/** Forgets all read models but those that authentication needs, so that the next start builds them while it answers reads. */
function forgetOthers(dataDir: string): void {
  const catalogue = new DatabaseSync(join(dataDir, "read-models-1.sqlite"));
  for (const name of otherNames) {
    for (const table of ["builds", "writing", "passed"]) {
      catalogue.prepare(`DELETE FROM ${table} WHERE projection = ?`).run(name);
    }
    for (const file of readdirSync(dataDir)) {
      if (file.startsWith(`read-models-1.${name}.`)) rmSync(join(dataDir, file));
    }
  }
  catalogue.close();
}

async function isBuilding(url: string): Promise<boolean> {
  const health = await (await fetch(`${url}/health/ready`)).json();
  return String((health as { reasons: { projections?: string } }).reasons.projections).includes("being built");
}

async function untilBuilding(url: string, wanted: boolean): Promise<void> {
  while ((await isBuilding(url)) !== wanted) await wait(20);
}

async function measureDuring(subject: Subject, load: Parameters<typeof loadRound>[0]) {
  forgetOthers(join(subject.folder, "data"));
  const server = await subject.start();
  await untilBuilding(subject.url, true);
  const measured = await loadRound(load);
  if (!(await isBuilding(subject.url))) {
    throw new Error(`the build took less than ${seconds} s: give more BENCH_PEOPLE, or fewer BENCH_SECONDS`);
  }
  await untilBuilding(subject.url, false);
  await server.stop();
  return measured;
}

/** GET /api/auth/me while the same process builds its other read models, in turns with the same when it builds nothing. */
export async function measureReadsBesideBuild(): Promise<string[]> {
  const subject = await prepareSubject({}, people);
  const headers = { authorization: `Bearer ${subject.token}` };
  const url = `${subject.url.replace("localhost", "127.0.0.1")}/api/auth/me`;
  const load = { method: "GET", headers, url, connections, seconds } as const;
  const figures = {
    alone: [] as number[],
    during: [] as number[],
    aloneP99: [] as number[],
    duringP99: [] as number[],
  };
  // The first start builds everything.
  const first = await subject.start();
  await untilBuilding(subject.url, false);
  await first.stop();
  for (let round = 0; round < rounds; round++) {
    const server = await subject.start();
    await loadRound({ ...load, seconds: 2 });
    const alone = await loadRound(load);
    await server.stop();
    const during = await measureDuring(subject, load);
    figures.alone.push(alone.perSecond);
    figures.aloneP99.push(alone.p99Ms);
    figures.during.push(during.perSecond);
    figures.duringP99.push(during.p99Ms);
  }
  subject.remove();
  return [
    line("GET /api/auth/me during a build", figure(figures.during), "/s"),
    line("  the same, p99", figure(figures.duringP99), "ms"),
    line("  without a build", figure(figures.alone), "/s"),
    line("  the same, p99", figure(figures.aloneP99), "ms"),
    line("  ratio (at least 0.8)", ratios(figures.during, figures.alone), ""),
  ];
}
