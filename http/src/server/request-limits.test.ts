import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { limitConnections, serverLimits } from "./request-limits.ts";

/** A server that accepts ten connections and makes room from the ninth on. It holds back the answers of `/slow`. */
let port: number;
let slow: ServerResponse[];
/** The server's sides of all accepted connections, by the client's port. */
let accepted: Map<number, Socket>;
/** Number of connections that the server has accepted or refused. */
let seen: number;
/** Number of requests whose answers have not ended. */
let inProgress: number;
beforeEach(async () => {
  slow = [];
  accepted = new Map();
  seen = 0;
  inProgress = 0;
  const server = createServer(serverLimits, (request, response) => {
    if (request.url === "/slow") slow.push(response);
    else response.end("served");
  });
  server.on("connection", (socket) => {
    seen++;
    accepted.set(socket.remotePort ?? 0, socket);
  });
  server.on("drop", () => seen++);
  limitConnections(server, 10);
  server.on("request", (_, response) => {
    inProgress++;
    response.once("close", () => inProgress--);
  });
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
/** Checked on the server's side, because the client may not have noticed a close yet. */
const isOpen = (socket: Socket) => accepted.get(socket.localPort ?? 0)?.destroyed === false;
const visit = async () => {
  const socket = await open();
  return { socket, served: await isServed(socket) };
};
/** Waits for all answers to end: the server makes room then, which may be after the client has received the answer. */
const settled = () => expect.poll(() => inProgress).toBe(0);

describe("HT-03 the connection limit", () => {
  it("bounds the number of connections, and serves new clients beside idle ones", async () => {
    for (let visitor = 0; visitor < 30; visitor++) expect([visitor, (await visit()).served]).toEqual([visitor, true]);
    const parked = Array.from({ length: 20 }, () => connect(port, "127.0.0.1").on("error", () => {}));
    await expect.poll(() => seen).toBe(30 + parked.length);
    expect([...accepted.values()].filter((socket) => !socket.destroyed).length).toBeLessThanOrEqual(10);
    expect((await visit()).served).toBe(true);
  });

  it("closes the connection that was idle longest", async () => {
    const sockets: Socket[] = [];
    for (let visitor = 0; visitor < 8; visitor++) sockets.push((await visit()).socket);
    const [first, second, third] = sockets as [Socket, Socket, Socket];
    expect(await isServed(first)).toBe(true);
    await visit();
    await settled();
    expect([first, second, third].map(isOpen)).toEqual([true, false, true]);
    await visit();
    await settled();
    expect([first, third].map(isOpen)).toEqual([true, false]);
  });

  it("keeps connections that wait for an answer, also for the second of two", async () => {
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

  it("refuses new connections while all wait for an answer, and accepts them again afterwards", async () => {
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
    await expect.poll(isTaken).toBe(true);
  });
});
