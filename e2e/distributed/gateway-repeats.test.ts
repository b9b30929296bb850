import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Echo, startEcho } from "./echo-server.ts";
import { type Gateway, gatewayMissing, startGateway } from "./start-gateway.ts";

const missing = gatewayMissing();
const key = "0b1f7a52-8f5e-4a57-9d55-0c9a3c4a7b12";
const own = { "Idempotency-Key": key };
const login = (headers: Record<string, string>) => ({ method: "POST", body: "{}", headers });

describe.skipIf(missing)(`the gateway where a process answers 503${missing ? ` (left out: ${missing})` : ""}`, () => {
  let gateway: Gateway;
  let [command, query]: Echo[][] = [];
  const all = () => [...(command ?? []), ...(query ?? [])];
  const ports = (echoes: Echo[] = []) => echoes.map(({ port }) => port);
  const pair = async (name: string) => [await startEcho(name), await startEcho(name)];

  beforeAll(async () => {
    [command, query] = [await pair("command"), await pair("query")];
    gateway = await startGateway(ports(command), ports(query));
  });
  afterAll(async () => {
    await gateway?.stop();
    for (const { server } of all()) {
      server.closeAllConnections();
      server.close();
    }
  });
  beforeEach(() => {
    for (const each of all()) {
      each.seen.splice(0);
      each.status = 503;
    }
  });
  /** Lets the second process of each kind answer. */
  const letOthersAnswer = () => {
    for (const each of [command?.[1], query?.[1]]) if (each) each.status = 200;
  };
  const ask = (path: string, init: RequestInit) => fetch(gateway.url + path, init);
  /** The statuses of ten requests: the gateway asks both processes in turn. */
  const statuses = async (path: string, init: RequestInit) => {
    const answers = [];
    for (let times = 0; times < 10; times++) answers.push((await ask(path, init)).status);
    return [...new Set(answers)].toSorted();
  };

  test.each([
    ["a read", "/api/auth/me", {}],
    ["a read that the command side answers", "/api/auth/verify-email", {}],
    ["HEAD", "/", { method: "HEAD" }],
    ["a command with a key", "/api/auth/login", login(own)],
    ["a deletion with a key", "/api/user/sessions/9b2f3d0e", { method: "DELETE", headers: own }],
  ])("B13 asks the other one for %s", async (_, path, init) => {
    letOthersAnswer();
    expect(await statuses(path, init)).toEqual([200]);
  });

  test("B13 sends both the same key and body, and passes the last 503 on", async () => {
    const answer = await ask("/api/auth/login", login(own));
    expect([answer.status, await answer.text()]).toEqual([503, "command POST /api/auth/login"]);
    const seen = all().flatMap((each) => each.seen.map(({ headers }) => headers));
    expect(seen.map((headers) => headers["idempotency-key"])).toEqual([key, key]);
    expect(seen.map((headers) => headers["content-length"])).toEqual(["2", "2"]);
  });

  test.each([
    ["a command", "/api/auth/login", login({})],
    ["a deletion", "/api/user/sessions/9b2f3d0e", { method: "DELETE" }],
  ])("B13 asks no other one for %s without the client's own key", async (_, path, init) => {
    const answer = await ask(path, init);
    expect([answer.status, await answer.text()]).toEqual([503, `command ${init.method} ${path}`]);
    expect(all().flatMap(({ seen }) => seen)).toHaveLength(1);
    letOthersAnswer();
    expect(await statuses(path, init)).toEqual([200, 503]);
  });
});
