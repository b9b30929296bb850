import { EventEmitter, once } from "node:events";
import type { Server } from "node:http";
import { expect, it, onTestFinished, vi } from "vitest";
import { get, lastGet, pipelined, sender, serveLimited } from "../testing/pipelining.ts";
import { rawRequest, statusesOf } from "../testing/raw-request.ts";
import type { BusyConnections, Connection } from "./pipelined-requests.ts";
import { limitUnread, unreadLimits } from "./unread-answers.ts";

it("A1 closes the connection of a client that never reads, and handles little of what it sent", async () => {
  const bytes = Buffer.alloc(1024 * 1024);
  let started = 0;
  let sent = 0;
  let closed = 0;
  let unfinished = 0;
  const { port, messages } = await serveLimited(
    (request, response) => {
      started++;
      unfinished++;
      response.once("finish", () => sent++);
      response.once("close", () => unfinished--);
      if (started === 1) request.socket.once("close", () => closed++);
      response.end(bytes);
    },
    { stalledMs: 50 },
  );
  await sender(port, pipelined(2_000));
  await expect.poll(() => closed).toBe(1);
  expect(started).toBeLessThan(100);
  // The answer that the operating system no longer accepted as a whole, and at most one more.
  expect(started - sent).toBeLessThanOrEqual(2);
  await expect.poll(() => unfinished).toBe(0);
  expect(messages()).toEqual(["slow reader disconnected"]);
});

it("A1 closes the connection of a client that reads too slowly", async () => {
  let closed = 0;
  const { port, messages } = await serveLimited(
    (request, response) => {
      request.socket.once("close", () => closed++);
      response.end(Buffer.alloc(16 * 1024 * 1024));
    },
    { graceMs: 50, slowestBytesPerMs: 1_000_000, checkMs: 10 },
  );
  await sender(port, get(1));
  await expect.poll(() => closed).toBe(1);
  expect(messages()).toEqual(["slow reader disconnected"]);
});

it("A1 keeps a connection whose client waits for an answer behind one that it has read", async () => {
  const { port } = await serveLimited(
    (request, response) => {
      if (request.url === "/0") response.end("/0;");
      // The time in which a client must read has passed.
      else request.socket.once("timeout", () => response.end(`${request.url};`));
    },
    { stalledMs: 20 },
  );
  expect(statusesOf(await rawRequest(port, get(0) + lastGet(1)))).toEqual([200, 200]);
});

it("A1 closes the connection that holds most when all together hold too many bytes", async () => {
  const megabytes: Record<string, number> = { "/small": 12, "/large": 40 };
  const closed: (string | undefined)[] = [];
  const { port, messages } = await serveLimited(
    (request, response) => {
      request.socket.once("close", () => closed.push(request.url));
      response.end(Buffer.alloc((megabytes[request.url ?? ""] ?? 0) * 1024 * 1024));
    },
    { totalBytes: 20 * 1024 * 1024, checkMs: 10 },
  );
  await sender(port, get("small"));
  await sender(port, get("large"));
  await expect.poll(() => closed).toEqual(["/large"]);
  expect(messages()).toEqual(["memory limit reached, connection closed"]);
});

it("A1 counts bytes that are not parsed yet among those that all together hold", async () => {
  const { port, messages } = await serveLimited(() => {}, { totalBytes: 16 * 1024, checkMs: 10 });
  const attacker = await sender(port, pipelined(3_000));
  await new Promise((resolve) => attacker.resume().once("close", resolve));
  expect(messages()).toEqual(["memory limit reached, connection closed"]);
});

it("A1 closes a connection that has been idle for too long", async () => {
  const { port, messages } = await serveLimited((request, response) => {
    // Node has then set the time for which a connection may stay idle.
    response.once("close", () => request.socket.setTimeout(20));
    response.end();
  });
  const client = await sender(port, get(1));
  await once(client.resume(), "close");
  expect(messages()).toEqual([]);
});

it("A1 gives a client the time that an answer takes at the slowest pace, also while none of it counts as read", () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const connection = { socket: { bytesWritten: 400_000, writableLength: 400_000 }, queuedBytes: 0 } as Connection;
  const cut: Connection[] = [];
  const connections = Object.assign([connection], {
    of: () => connection,
    cut: (each: Connection) => void cut.push(each),
    accept: () => {},
  }) satisfies BusyConnections;
  const server = new EventEmitter() as Server;
  onTestFinished(() => void server.emit("close"));
  limitUnread(server, connections, { limits: unreadLimits, onSlow: () => {}, onExcess: () => {} });

  const sendingMs = 400_000 / unreadLimits.slowestBytesPerMs;
  vi.advanceTimersByTime(unreadLimits.graceMs + sendingMs);
  expect(cut).toEqual([]);
  vi.advanceTimersByTime(2 * unreadLimits.checkMs);
  expect(cut[0]).toBe(connection);
});
