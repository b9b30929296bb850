import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openRedis, type Redis, type RedisOptions } from "./open-redis.ts";

/** The part of a Redis server that a connection sees: it answers every command with OK, is silent, or is gone. */
let server: { start(): Promise<void>; stop(): Promise<void>; isSilent: boolean };
let port: number;
let reportedErrors: unknown[];
let clients: Redis[];

beforeEach(async () => {
  [port, reportedErrors, clients] = [0, [], []];
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (received) => {
      const commands = String(received).match(/^\*\d+\r$/gm) ?? [];
      if (!server.isSilent) socket.write("+OK\r\n".repeat(commands.length));
    });
  });
  server = {
    isSilent: false,
    async start() {
      listener.listen(port, "127.0.0.1");
      await once(listener, "listening");
      ({ port } = listener.address() as AddressInfo);
    },
    async stop() {
      if (!listener.listening) return;
      listener.close();
      for (const socket of sockets) socket.destroy();
      await once(listener, "close");
    },
  };
  await server.start();
});
afterEach(async () => {
  for (const client of clients) client.disconnect();
  await server.stop();
});

const open = (whileUnavailable: RedisOptions["whileUnavailable"], silentMs = 2000) => {
  const reportError = (error: unknown) => reportedErrors.push(error);
  const client = openRedis({ url: `redis://127.0.0.1:${port}`, whileUnavailable, silentMs, reportError });
  clients.push(client);
  return client;
};
const opened = async (...options: Parameters<typeof open>) => {
  const client = open(...options);
  await once(client, "ready");
  return client;
};

it("reports each outage once, and connects again by itself", async () => {
  const client = await opened("fail");
  for (const outage of [1, 2]) {
    let reconnections = 0;
    client.on("reconnecting", () => reconnections++);
    await server.stop();
    await expect.poll(() => reconnections).toBeGreaterThan(3);
    expect(reportedErrors).toHaveLength(outage);
    await server.start();
    await expect.poll(() => client.status).toBe("ready");
  }
});

it("fails a command at once while the server is unavailable, if the caller waits for it", async () => {
  await server.stop();
  const client = open("fail");
  await expect.poll(() => reportedErrors).toHaveLength(1);
  const since = performance.now();
  await expect(client.ping()).rejects.toThrow();
  expect(performance.now() - since).toBeLessThan(400);
});

it("fails a command while the server is silent, and opens a new connection", async () => {
  const client = await opened("fail", 1000);
  server.isSilent = true;
  await expect(client.ping()).rejects.toThrow("Command timed out");
  await expect.poll(() => client.status).not.toBe("ready");
  server.isSilent = false;
  await expect.poll(() => client.status).toBe("ready");
});

it("keeps the commands of a subscriber or a worker until the server is back", async () => {
  await server.stop();
  const answer = open("wait").ping();
  await expect.poll(() => reportedErrors).toHaveLength(1);
  await server.start();
  expect(await answer).toBe("OK");
});
