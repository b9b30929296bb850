import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type RegisteredApplication, registerApplication } from "@attestory/e2e/http/applications.ts";
import { answerIn, requestOf, Visitor } from "@attestory/e2e/http/authorizations.ts";
import { givenSignedInUser } from "@attestory/e2e/http/client.ts";
import { exchange } from "@attestory/e2e/http/logout-scene.ts";
import { figure, line, ratios } from "./figures.ts";
import { loadRound } from "./processes.ts";
import { crowd, prepareSubject } from "./subject.ts";

const applications = 1000;
const ofOneDeveloper = 25;
const rounds = 3;
const seconds = 8;
const connections = 4;
/** How long an application takes for its answer. */
const answerMs = 200;
const longestMs = 120_000;

/** Takes logout tokens, slowly, as the servers of many applications do. */
async function slowReceiver() {
  let taken = 0;
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    await wait(answerMs);
    taken++;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/out`;
  return { uri, taken: () => taken, close: () => void server.close().closeAllConnections() };
}

/** Applications that are told of sign-outs. */
async function registerMany(url: string, backchannelLogoutUri: string): Promise<RegisteredApplication[]> {
  const registered: RegisteredApplication[] = [];
  while (registered.length < applications) {
    const first = await registerApplication(url, { backchannelLogoutUri });
    registered.push(first);
    for (let n = 1; n < ofOneDeveloper; n++) {
      registered.push(await registerApplication(url, { developer: first.developer, backchannelLogoutUri }));
    }
  }
  return registered;
}

/** A browser that all of the applications have signed in. */
async function signedInToAll(url: string, all: readonly RegisteredApplication[]): Promise<Visitor> {
  const visitor = new Visitor(url);
  await visitor.signIn(await givenSignedInUser(url));
  for (const application of all) {
    const asked = requestOf(application);
    await visitor.authorize(asked);
    const { redirectUrl } = (await visitor.consent(asked)).body;
    await exchange({ url }, application, answerIn(redirectUrl).code);
  }
  return visitor;
}

/** Sign-ins while a session ends of which a thousand applications are told, in turns with sign-ins alone. */
export async function measureLogouts(): Promise<string[]> {
  const receiver = await slowReceiver();
  const overrides = { NODE_ENV: "test", RATE_LIMITS: "off", SMTP_URL: "", OUTBOUND_ALLOW_PRIVATE: "on" };
  const subject = await prepareSubject(overrides, crowd);
  const server = await subject.start();
  const url = subject.url;
  const all = await registerMany(url, receiver.uri);
  const load = {
    url: `${url.replace("localhost", "127.0.0.1")}/api/auth/login`,
    method: "POST",
    headers: { "content-type": "application/json" },
    bodies: subject.logins.map((login) => JSON.stringify(login)),
    connections,
    seconds,
  } as const;
  await loadRound({ ...load, seconds: 3 });
  const [alone, beside, until] = [[] as number[], [] as number[], [] as number[]];
  for (let round = 0; round < rounds; round++) {
    const visitor = await signedInToAll(url, all);
    alone.push((await loadRound(load)).p99Ms);
    const before = receiver.taken();
    const startedAt = performance.now();
    await visitor.call("POST /api/auth/logout");
    beside.push((await loadRound(load)).p99Ms);
    const isDone = () => receiver.taken() - before >= applications;
    while (!isDone() && performance.now() - startedAt < longestMs) await wait(50);
    if (!isDone()) throw new Error(`${receiver.taken() - before} of ${applications} logout tokens came`);
    until.push((performance.now() - startedAt) / 1000);
  }
  await server.stop();
  subject.remove();
  receiver.close();
  return [
    line(`sign-in, ${connections} at once, p99 alone`, figure(alone), "ms"),
    line(`  while ${applications} applications are told of a sign-out`, figure(beside), "ms"),
    line("  ratio", ratios(beside, alone), ""),
    line("  until the last logout token was taken", figure(until), "s"),
  ];
}
