import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect } from "node:net";
import type { Readable } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
import { createLog } from "../observability/log.ts";
import { createReadiness } from "./health.ts";
import { listen } from "./listen.ts";

/** Longer than a test may take. */
const endless = 600_000;

const start = async (drainMs = endless) => {
  const path = new URL("../testing/stopping-server.ts", import.meta.url).pathname;
  const child: ChildProcessByStdio<null, Readable, null> = spawn(process.execPath, [path, String(drainMs)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(child.stdout, "data");
  return { child, url: `http://127.0.0.1:${Number(line)}`, port: Number(line), exit: once(child, "exit") };
};

/** Starts a request and waits until the server begins its answer. The answer cannot end before `finish`. */
const begin = async (port: number) => {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (text) => {
    received += text;
  });
  // The server may reset a connection that it cuts.
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n");
  await expect.poll(() => received).toContain("102 Processing");
  return {
    finish: () => socket.write("x"),
    /** What was received after the 102, once the connection is closed. */
    answer: async () => {
      await closed;
      return received.slice(received.indexOf("\r\n\r\n") + 4);
    },
  };
};

/** Whether the server accepts a new connection. */
const isListening = async (port: number) => {
  const socket = connect(port, "127.0.0.1");
  const asked = once(socket, "connect");
  return asked
    .then(() => true)
    .catch(() => false)
    .finally(() => socket.destroy());
};

it("RE-51 answers every request that began before SIGTERM, accepts no new one, and exits with 0", async () => {
  const { child, url, port, exit } = await start();
  const idle = connect(port, "127.0.0.1");
  await once(idle, "connect");
  await fetch(url);
  const requests = await Promise.all(Array.from({ length: 40 }, () => begin(port)));
  child.kill("SIGTERM");
  await expect.poll(() => isListening(port)).toBe(false);
  await expect(fetch(url)).rejects.toThrow();
  for (const { finish } of requests) finish();
  for (const { answer } of requests) {
    const text = await answer();
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toMatch(/\r\nConnection: close\r\n/);
    expect(text).toMatch(/\r\n\r\nwhole$/);
  }
  expect(await exit).toEqual([0, null]);
});

it("RE-51 answers every client that had connected while the process was blocked", async () => {
  const blockThread = (ms: number) => {
    for (const until = performance.now() + ms; performance.now() < until; );
  };
  let taken = 0;
  const answer: RequestListener = (_, response) => {
    if (++taken === 10) blockThread(400);
    response.end("whole");
  };
  const server = await listen(answer, { host: "127.0.0.1", port: 0 });
  const asked = Array.from({ length: 40 }, () => {
    // An IP address needs no lookup, so the system connects at once without the event loop.
    const socket = connect(server.port, server.host);
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return once(socket, "data").then(([answer]) => String(answer).split("\r\n")[0]);
  });
  const drained = server.drain();
  // Longer than the server waits before it closes.
  blockThread(100);
  expect(new Set(await Promise.all(asked))).toEqual(new Set(["HTTP/1.1 200 OK"]));
  await drained;
});

it("RE-51 cuts connections that do not end in time", async () => {
  const { child, port, exit } = await start(300);
  const hanging = await begin(port);
  child.kill("SIGTERM");
  expect(await hanging.answer()).toBe("");
  expect(await exit).toEqual([0, null]);
});

it("RE-51 exits at once on a second SIGTERM", async () => {
  const { child, port, exit } = await start();
  const hanging = await begin(port);
  child.kill("SIGTERM");
  // The system merges two signals that the process has not received yet.
  await expect.poll(() => isListening(port)).toBe(false);
  child.kill("SIGTERM");
  expect(await hanging.answer()).toBe("");
  expect(await exit).toEqual([1, null]);
});

it("is not ready once draining began, and drains only once", async () => {
  const log = createLog({ level: "silent" });
  const readiness = createReadiness({}, log);
  const server = await listen((_request, response) => response.end(), { host: "127.0.0.1", port: 0, readiness });
  expect(await readiness.reasons()).toEqual({});
  const drained = server.drain();
  expect(await readiness.reasons()).toEqual({ process: "is shutting down" });
  expect(server.drain()).toBe(drained);
  await drained;
});

it("fails when the address is in use", async () => {
  const first = await listen(() => undefined, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => first.drain());
  await expect(listen(() => undefined, { host: "127.0.0.1", port: first.port })).rejects.toThrow("EADDRINUSE");
});
