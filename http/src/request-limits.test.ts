import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { limitConnections, serverLimits } from "./request-limits.ts";

/** A server that takes ten connections, and makes room from the ninth on. What is asked at `/slow` it keeps. */
let port: number;
let slow: ServerResponse[];
beforeEach(async () => {
  slow = [];
  const server = createServer(serverLimits, (request, response) => {
    if (request.url === "/slow") slow.push(response);
    else response.end("served");
  });
  limitConnections(server, 10);
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  port = (server.address() as AddressInfo).port;
});

const open = async (): Promise<Socket> => {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  await once(socket, "connect");
  return socket;
};
const ask = (socket: Socket, path = "/") => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
const isServed = async (socket: Socket, path = "/") => {
  ask(socket, path);
  const [answer] = await Promise.race([once(socket, "data"), once(socket, "close")]);
  return String(answer).includes("served");
};
const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded;
const visit = async () => {
  const socket = await open();
  return { socket, served: await isServed(socket) };
};
/** That it becomes so and stays so: too many that are closed would be seen a moment later. */
const comesTo = async <Seen>(look: () => Seen, expected: Seen) => {
  await expect.poll(look, { timeout: 5000 }).toEqual(expected);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(look()).toEqual(expected);
};

describe("HT-03 a crowd of connections", () => {
  it("is bounded, and new clients are served beside those that stay", async () => {
    for (let visitor = 0; visitor < 30; visitor++) expect([visitor, (await visit()).served]).toEqual([visitor, true]);
    const parked = Array.from({ length: 20 }, () => connect(port, "127.0.0.1").on("error", () => {}));
    await comesTo(() => parked.filter((socket) => !socket.destroyed).length <= 10, true);
    expect((await visit()).served).toBe(true);
  });

  it("gives way from the one that was idle for longest on", async () => {
    const sockets: Socket[] = [];
    for (let visitor = 0; visitor < 8; visitor++) sockets.push((await visit()).socket);
    const [first, second, third] = sockets as [Socket, Socket, Socket];
    expect(await isServed(first)).toBe(true);
    await visit();
    await comesTo(() => [first, second, third].map(isOpen), [true, false, true]);
    await visit();
    await comesTo(() => [first, third].map(isOpen), [true, false]);
  });

  it("keeps those that wait for an answer, also for the second of two", async () => {
    const waiting = await Promise.all([open(), open(), open()]);
    for (const socket of waiting) {
      ask(socket, "/slow");
      ask(socket, "/slow");
    }
    await expect.poll(() => slow.length).toBe(6);
    for (const response of slow.filter((_, at) => at % 2 === 0)) response.end("served");
    for (let visitor = 0; visitor < 20; visitor++) expect((await visit()).served).toBe(true);
    expect(waiting.map(isOpen)).toEqual([true, true, true]);
  });

  it("takes no more when all of them wait for an answer, and takes more again when they had theirs", async () => {
    const waiting: Socket[] = [];
    for (let asked = 1; asked <= 10; asked++) {
      waiting.push(await open());
      ask(waiting.at(-1) as Socket, "/slow");
      await expect.poll(() => slow.length).toBe(asked);
    }
    const isTaken = async () => (await visit().catch(() => ({ served: false }))).served;
    expect(await isTaken()).toBe(false);
    expect(waiting.every(isOpen)).toBe(true);
    for (const response of slow) response.end("served");
    await expect.poll(isTaken, { timeout: 5000 }).toBe(true);
  });
});
