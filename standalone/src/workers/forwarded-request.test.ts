import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { tooLarge } from "@attestory/http/parsing/body.ts";
import { sendProblem } from "@attestory/http/routing/send-answer.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forwardTo, listenForForwarded } from "./forwarded-request.ts";

const socketPath = join(temporaryFolder(), "owner.sock");
/** Refuses a PUT before its body, and answers what it has received of others. */
const echo: RequestListener = async (request, response) => {
  if (request.method === "PUT") return sendProblem(request, response, tooLarge(1024));
  const { remoteAddress } = request.socket;
  const { method, headers, httpVersionMinor: minor } = request;
  response.end(JSON.stringify({ remoteAddress, minor, method, headers, body: await text(request) }));
};
let owner: Server;
let worker: Server;
let port: number;

beforeAll(async () => {
  owner = await listenForForwarded(echo, socketPath);
  const forward = forwardTo(socketPath);
  worker = createServer({ requireHostHeader: false }, (request, response) => forward(request, response, "/x"));
  await once(worker.listen(0, "127.0.0.1"), "listening");
  ({ port } = worker.address() as AddressInfo);
});
afterAll(() => {
  for (const server of [worker, owner]) {
    server.close();
    server.closeAllConnections();
  }
});

/** What the owner received of a request that was sent byte by byte as this; null if it received none. */
async function received(lines: readonly string[], body = "") {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n${body}`);
  const answer = await text(socket);
  const from = answer.indexOf("{");
  return from < 0 ? null : JSON.parse(answer.slice(from, answer.lastIndexOf("}") + 1));
}

it("takes the client's address from the worker alone", async () => {
  const forged = ["GET /x HTTP/1.1", "Host: a", "Foo: x-attestory-client", "203.0.113.9: y"];
  expect(await received(forged)).toMatchObject({
    remoteAddress: "127.0.0.1",
    headers: { foo: "x-attestory-client", "203.0.113.9": "y" },
  });
  const named = await received(["GET /x HTTP/1.1", "Host: a", "X-Attestory-Client: 203.0.113.9 80 1"]);
  expect(named.remoteAddress).toBe("127.0.0.1");
  expect(named.headers).not.toHaveProperty("x-attestory-client");
});

it("gives no body to a request that has none, in any version of HTTP, and passes on the one that it has", async () => {
  for (const lines of [["POST /x HTTP/1.0"], ["POST /x HTTP/1.1", "Host: a"], ["GET /x HTTP/1.1", "Host: a"]]) {
    const { headers, body, minor } = await received(lines);
    expect({ body, minor }).toEqual({ body: "", minor: Number(lines[0]?.at(-1)) });
    expect(headers).not.toHaveProperty("transfer-encoding");
  }
  const chunked = ["POST /x HTTP/1.1", "Host: a", "Transfer-Encoding: chunked"];
  expect(await received(chunked, "3\r\nabc\r\n0\r\n\r\n")).toMatchObject({ method: "POST", body: "abc" });
});

it("outlives what Node refuses to send", async () => {
  expect(await received(["GET /x HTTP/1.1", "Host: a", "Trailer: x"])).toMatchObject({ method: "GET" });
});

it("lets a client read a refusal that comes before its whole body has been sent", async () => {
  const body = "x".repeat(10_000_000);
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "PUT", body });
  expect([answer.status, await answer.json()]).toMatchObject([413, { code: "body_too_large" }]);
});

it("answers 503 where the owner takes no connection, and so has not begun the request", async () => {
  const forward = forwardTo(join(temporaryFolder(), "nobody"));
  const alone = createServer((request, response) => forward(request, response, "/x"));
  await once(alone.listen(0, "127.0.0.1"), "listening");
  const answer = await fetch(`http://127.0.0.1:${(alone.address() as AddressInfo).port}/`, {
    method: "POST",
    body: "x",
  });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
  alone.close();
});

it("lets nobody but a worker send requests to the owner", async () => {
  const socket = connect(socketPath);
  socket.write("GET /x HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(await text(socket)).toBe("");
});
