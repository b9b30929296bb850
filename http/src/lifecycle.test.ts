import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect } from "node:net";
import type { Readable } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
import { createReadiness } from "./health.ts";
import { listen } from "./lifecycle.ts";
import { createLog } from "./log.ts";

const start = async (drainMs = 8_000) => {
  const path = new URL("./testing/stopping-server.ts", import.meta.url).pathname;
  const child: ChildProcessByStdio<null, Readable, null> = spawn(process.execPath, [path, String(drainMs)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(child.stdout, "data");
  return { child, url: `http://127.0.0.1:${Number(line)}`, port: Number(line), exit: once(child, "exit") };
};

/** Whether whoever connects is taken. */
const isListening = async (port: number) => {
  const socket = connect(port, "127.0.0.1");
  const asked = once(socket, "connect");
  return asked
    .then(() => true)
    .catch(() => false)
    .finally(() => socket.destroy());
};

it("RE-51 answers everything that had begun when SIGTERM came, takes nothing new, and exits with 0", async () => {
  const { child, url, port, exit } = await start();
  const idle = connect(port, "127.0.0.1");
  await once(idle, "connect");
  await fetch(`${url}/0`);
  const load = Array.from({ length: 40 }, (_, index) => fetch(`${url}/${2_000 + index * 10}`));
  await fetch(`${url}/50`);
  const begun = performance.now();
  child.kill("SIGTERM");
  const answers = await Promise.all(load);
  expect(new Set(await Promise.all(answers.map((answer) => answer.text())))).toEqual(new Set(["whole"]));
  expect(answers.filter((answer) => answer.headers.get("connection") === "close").length).toBeGreaterThan(0);
  expect(await exit).toEqual([0, null]);
  // What stays open is cut after eight.
  expect(performance.now() - begun).toBeLessThan(5_000);
  await expect(fetch(`${url}/0`)).rejects.toThrow();
});

it("RE-51 answers all who had connected when it was too busy to take them, and stands still while it does", async () => {
  const standStill = (ms: number) => {
    for (const until = performance.now() + ms; performance.now() < until; );
  };
  let taken = 0;
  const answer: RequestListener = (_, response) => {
    if (++taken === 10) standStill(400);
    response.end("whole");
  };
  const server = await listen(answer, { host: "127.0.0.1", port: 0 });
  const asked = Array.from({ length: 40 }, () => {
    // An address that needs no looking up is connected to at once, by the system alone.
    const socket = connect(server.port, server.host);
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return once(socket, "data").then(([answer]) => String(answer).split("\r\n")[0]);
  });
  const drained = server.drain();
  // What it waits for before it closes is over by then.
  standStill(100);
  expect(new Set(await Promise.all(asked))).toEqual(new Set(["HTTP/1.1 200 OK"]));
  await drained;
});

it("RE-51 cuts what does not end in time", async () => {
  const { child, url, exit } = await start(300);
  const hanging = expect(fetch(`${url}/60000`)).rejects.toThrow();
  await fetch(`${url}/50`);
  child.kill("SIGTERM");
  await hanging;
  expect(await exit).toEqual([0, null]);
});

it("RE-51 ends at once at a second signal", async () => {
  const { child, url, port, exit } = await start();
  const hanging = expect(fetch(`${url}/60000`)).rejects.toThrow();
  await fetch(`${url}/50`);
  child.kill("SIGTERM");
  // Two signals that the process has not seen yet are one to the system.
  await expect.poll(() => isListening(port), { timeout: 5_000 }).toBe(false);
  child.kill("SIGTERM");
  await hanging;
  expect(await exit).toEqual([1, null]);
});

it("is not ready any more once draining began, and drains once", async () => {
  const log = createLog({ level: "silent" });
  const readiness = createReadiness({}, log);
  const server = await listen((_request, response) => response.end(), { host: "127.0.0.1", port: 0, readiness });
  expect(await readiness.reasons()).toEqual({});
  const drained = server.drain();
  expect(await readiness.reasons()).toEqual({ process: "is shutting down" });
  expect(server.drain()).toBe(drained);
  await drained;
});

it("says when the address is taken", async () => {
  const first = await listen(() => undefined, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => first.drain());
  await expect(listen(() => undefined, { host: "127.0.0.1", port: first.port })).rejects.toThrow("EADDRINUSE");
});
