import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "@attestory/e2e/start-stack.ts";
import { figure, line } from "./figures.ts";
import { offerLoad } from "./processes.ts";
import { crowd, prepareSubject } from "./subject.ts";

const rounds = 5;
const seconds = 10;
const offeredPerSecond = 200;
/** More than the hashing queue holds, so that requests do not wait for each other. */
const connections = 300;

/** More sign-ins than two cores can hash: what is shed, and the delay of the event loop beside that of an idle process. */
export async function measureOverload(): Promise<string[]> {
  const metricsPort = await freePort();
  const subject = await prepareSubject({ METRICS_PORT: String(metricsPort) }, crowd);
  const server = await subject.start();
  const load = {
    url: `${subject.url.replace("localhost", "127.0.0.1")}/api/auth/login`,
    method: "POST",
    headers: { "content-type": "application/json" },
    bodies: subject.logins.map((login) => JSON.stringify(login)),
    connections,
    seconds,
    offeredPerSecond,
  } as const;
  const delay = () => eventLoopP99(`http://127.0.0.1:${metricsPort}/metrics`);
  await offerLoad({ ...load, seconds: 3 });
  const [idle, loaded, signedIn] = [[] as number[], [] as number[], [] as number[]];
  const answers: Record<string, number> = {};
  for (let round = 0; round < rounds; round++) {
    // Each reading covers the time since the one before it.
    await delay();
    await wait(seconds * 1000);
    idle.push(await delay());
    const one = await offerLoad(load);
    loaded.push(await delay());
    signedIn.push(one.perSecond);
    for (const [status, count] of Object.entries(one.answers)) answers[status] = (answers[status] ?? 0) + count;
  }
  await server.stop();
  subject.remove();
  return [
    line("  event loop delay p99, idle", figure(idle), "ms"),
    line(`  at ${offeredPerSecond} sign-ins offered a second (under 50)`, figure(loaded), "ms"),
    line("  sign-ins that succeeded", figure(signedIn), "/s"),
    `  answers ${JSON.stringify(answers)}`,
  ];
}

async function eventLoopP99(url: string): Promise<number> {
  const text = await (await fetch(url)).text();
  const seconds = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1];
  if (seconds === undefined) throw new Error(`${url} does not report the delay of the event loop`);
  return Number(seconds) * 1000;
}
