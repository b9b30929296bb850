import { readFileSync } from "node:fs";
import { figure, line, ratios } from "./figures.ts";
import type { Load } from "./load.ts";
import { loadRound, type Server } from "./processes.ts";
import { processorMs } from "./processor-ms.ts";
import { crowd, prepareSubject, type Subject } from "./subject.ts";
import { hasWrk, wrkRound } from "./wrk.ts";

const rounds = 3;
const seconds = 4;

/** The processes of a service: the one that was started, then its workers (proc_pid_task_children(5)). */
const processesOf = ({ pid }: Server): number[] => [
  Number(pid),
  ...readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number),
];

/** Memory of its own and its part of what it shares with others (PSS, proc_pid_smaps_rollup(5)), in MB. */
const memoryOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]) / 1024;

interface Round {
  perSecond: number;
  /** Of all processes of the service. */
  processorMsEach: number;
}

/** Sends one kind of request for a while. Resolves to how many were answered per second. */
type Send = (subject: Subject) => Promise<number>;

const at = ({ url }: Subject, path: string) => `${url.replace("localhost", "127.0.0.1")}${path}`;

const reads: Send = async (subject) => {
  const headers = { authorization: `Bearer ${subject.token}` };
  const load: Load = { url: at(subject, "/api/auth/me"), method: "GET", headers, connections: 32, seconds };
  return hasWrk ? wrkRound(load) : (await loadRound(load)).perSecond;
};

const signIns =
  (connections: number): Send =>
  async (subject) => {
    const url = at(subject, "/api/auth/login");
    const headers = { "content-type": "application/json" };
    const bodies = subject.logins.map((login) => JSON.stringify(login));
    return (await loadRound({ url, method: "POST", headers, bodies, connections, seconds })).perSecond;
  };

interface Side {
  subject: Subject;
  server: Server;
}

async function round({ subject, server }: Side, send: Send): Promise<Round> {
  const spent = () => processesOf(server).reduce((sum, pid) => sum + processorMs({ pid }), 0);
  const before = spent();
  const perSecond = await send(subject);
  return { perSecond, processorMsEach: (spent() - before) / (perSecond * seconds) };
}

async function compare(what: string, [one, two]: readonly [Side, Side], send: Send): Promise<string[]> {
  await send(one.subject);
  await send(two.subject);
  const [ofOne, ofTwo]: [Round[], Round[]] = [[], []];
  for (let n = 0; n < rounds; n++) {
    ofOne.push(await round(one, send));
    ofTwo.push(await round(two, send));
  }
  const rate = (all: readonly Round[]) => all.map(({ perSecond }) => perSecond);
  const processor = (all: readonly Round[]) => all.map(({ processorMsEach }) => processorMsEach);
  return [
    line(`${what}, one process`, figure(rate(ofOne)), "/s"),
    line("  WORKERS=2", figure(rate(ofTwo)), "/s"),
    line("  ratio", ratios(rate(ofTwo), rate(ofOne)), ""),
    line("  processor time, one process", figure(processor(ofOne)), "ms"),
    line("  processor time, WORKERS=2", figure(processor(ofTwo)), "ms"),
  ];
}

/** One process beside `WORKERS=2`, both running, in turns: reads by wrk if it is installed, and sign-ins. */
export async function measureWorkers(): Promise<string[]> {
  const start = async (overrides: Record<string, string>): Promise<Side> => {
    const subject = await prepareSubject(overrides, crowd);
    return { subject, server: await subject.start() };
  };
  const sides = [await start({}), await start({ WORKERS: "2" })] as const;
  const lines = [
    ...(await compare(`GET /api/auth/me by ${hasWrk ? "wrk" : "autocannon"}`, sides, reads)),
    ...(await compare("sign-in, 4 connections", sides, signIns(4))),
    ...(await compare("sign-in, 16 connections", sides, signIns(16))),
  ];
  for (const [name, { server }] of [
    ["one process", sides[0]],
    ["WORKERS=2, owner, then workers", sides[1]],
  ] as const) {
    const each = processesOf(server).map((pid) => `${Math.round(memoryOf(pid))} MB`);
    lines.push(`memory (PSS), ${name}: ${each.join(", ")}`);
  }
  for (const { subject, server } of sides) {
    await server.stop();
    subject.remove();
  }
  return lines;
}
