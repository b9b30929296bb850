import { once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { get, lastGet, pipelined, sender, serveLimited } from "../testing/pipelining.ts";
import { rawRequest, statusesOf } from "../testing/raw-request.ts";

const pathsTo = (count: number) => Array.from({ length: count }, (_, n) => `/${n}`);
/** The answers that end with a path and a semicolon. */
const pathsIn = (received: string) => [...received.matchAll(/\/\w+(?=;)/g)].map(([path]) => path);

/** A handler that holds back all answers until `answerAll`. */
const holding = () => {
  const started: { request: IncomingMessage; response: ServerResponse }[] = [];
  let isHolding = true;
  const handler: RequestListener = (request, response) => {
    started.push({ request, response });
    if (!isHolding) response.end(`${request.url};`);
  };
  const answerAll = () => {
    isHolding = false;
    for (const { request, response } of started) response.end(`${request.url};`);
  };
  return { started, handler, answerAll };
};

it("A1 handles at most 16 requests of one connection at once, and answers all in order to a client that reads", async () => {
  const { started, handler, answerAll } = holding();
  const { port } = await serveLimited(handler);
  const received = rawRequest(port, pipelined(2_000));
  await expect.poll(() => started.length).toBe(16);
  await sender(port, get("other"));
  await expect.poll(() => started.length).toBe(17);
  expect(started.map(({ request }) => request.url)).toEqual([...pathsTo(16), "/other"]);
  answerAll();
  expect(pathsIn(await received)).toEqual(pathsTo(2_000));
});

it("A1 answers all requests before it refuses garbage behind them", async () => {
  const { port } = await serveLimited(async (request, response) => {
    await turn();
    response.end(`${request.url};`);
  });
  const requests = [...Array(40).keys()].map(get).join("");
  expect(pathsIn(await rawRequest(port, `${requests}\x01\x02garbage\r\n\r\n`))).toEqual(pathsTo(40));
});

it.each([1, 7, 63, 64, 65, 100, 4_096])(
  "A1 reads pipelined heads and bodies that arrive in pieces of %i bytes",
  async (piece) => {
    const { port } = await serveLimited(async (request, response) => {
      response.end(`${request.url}:${(await text(request)).length};`);
    });
    const bodies = [0, 5, 64, 300, 5_000];
    const post = (length: number) =>
      `POST /l${length} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${"\r\n\r\n".repeat(length).slice(0, length)}`;
    const chunked = (length: number) =>
      `POST /c${length} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${length.toString(16)}\r\n${"x".repeat(length)}\r\n0\r\n\r\n`;
    const bytes = Buffer.from(
      bodies.map((length) => get("g") + post(length) + (length > 0 ? chunked(length) : "")).join("\r\n") +
        lastGet("end"),
    );
    const socket = connect(port, "127.0.0.1").setNoDelay(true);
    const received = text(socket);
    for (let at = 0; at < bytes.length; at += piece) {
      socket.write(bytes.subarray(at, at + piece));
      if (piece > 50) await turn();
    }
    const expected = bodies.flatMap((length) => [
      "/g:0",
      `/l${length}:${length}`,
      ...(length > 0 ? [`/c${length}:${length}`] : []),
    ]);
    expect([...(await received).matchAll(/\/\w+:\d+(?=;)/g)].map(([each]) => each)).toEqual([...expected, "/end:0"]);
  },
);

it("A1 sends 100 Continue for a request behind another one when it is that request's turn", async () => {
  const { port } = await serveLimited(async (request, response) => {
    if (request.headers.expect !== undefined) response.writeContinue();
    response.end(await text(request));
  });
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.on("data", (bytes) => (received += bytes));
  socket.write(
    `${get(1)}POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\nConnection: close\r\n\r\n`,
  );
  await expect.poll(() => statusesOf(received)).toEqual([200, 100]);
  socket.write("whole");
  await once(socket, "close");
  expect(received).toMatch(/whole$/);
});

it("A1 carries out no request behind an answer that closes the connection", async () => {
  const started: (string | undefined)[] = [];
  const { port } = await serveLimited((request, response) => {
    started.push(request.url);
    if (request.url === "/5") response.setHeader("Connection", "close");
    response.end(`${request.url};`);
  });
  const received = await rawRequest(port, pipelined(40));
  expect(pathsIn(received)).toEqual(pathsTo(6));
  expect(started.length).toBeLessThan(40);
});

it("A1 closes the connection with most requests when all together pipeline too many, and serves the others", async () => {
  const { started, handler, answerAll } = holding();
  const { port, messages } = await serveLimited(handler, { pipelined: 20 });
  const attacker = await sender(port, pipelined(40));
  const closed = new Promise((resolve) => attacker.resume().once("close", resolve));
  await expect.poll(() => started.length).toBe(16);
  const honest = rawRequest(port, pipelined(10));
  await closed;
  expect(messages()).toEqual(["memory limit reached, connection closed"]);
  await expect.poll(() => started.length).toBe(26);
  answerAll();
  expect(pathsIn(await honest)).toEqual(pathsTo(10));
});

it("A1 counts no request that is the only one of its connection", async () => {
  const { started, handler } = holding();
  const { port, messages } = await serveLimited(handler, { pipelined: 1 });
  for (let n = 0; n < 4; n++) await sender(port, get(n));
  await expect.poll(() => started.length).toBe(4);
  expect(messages()).toEqual([]);
});

it("A1 counts no request that the parser delivers after its connection was closed", async () => {
  const { handler } = holding();
  const { port, messages } = await serveLimited(handler, { pipelined: 1 });
  // So short that the parser gets four at once: the third closes the connection.
  const bytes = "GET / HTTP/1.1\r\n\r\n".repeat(4);
  for (let n = 1; n <= 3; n++) {
    const attacker = await sender(port, bytes);
    await new Promise((resolve) => attacker.resume().once("close", resolve));
    expect(messages()).toHaveLength(n);
  }
});
