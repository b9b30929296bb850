import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { type DocumentRequest, getDocument } from "./get-document.ts";

const get = (url: string, more: Partial<DocumentRequest> = {}) =>
  getDocument({ url, allowPrivate: false, timeoutMs: 2000, mostBytes: 5120, ...more });

/** A server of this machine: its port, and the paths that were asked for. */
async function givenServer(respond: (response: ServerResponse) => void = (response) => response.end("{}")) {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    respond(response);
  });
  onTestFinished(() => void server.close().closeAllConnections());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { paths, port: (server.address() as AddressInfo).port };
}

it("CM-05 connects to no private address, however its number is written", async () => {
  const { paths, port } = await givenServer();
  for (const host of ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "0", "localhost"]) {
    await expect(get(`http://${host}:${port}/`), host).rejects.toThrow("its host has no public address");
  }
  expect(paths).toEqual([]);
});

it("CM-06 connects to no name of which one address is private", async () => {
  const { paths, port } = await givenServer();
  const both = async () => [
    { address: "93.184.216.34", family: 4 as const },
    { address: "127.0.0.1", family: 4 as const },
  ];
  await expect(get(`http://tools.example:${port}/`, { findAddresses: both })).rejects.toThrow("no public address");
  expect(paths).toEqual([]);
});

it("CM-06 connects to the address that it checked: a name that leads elsewhere a moment later is not looked up again", async () => {
  const { paths, port } = await givenServer();
  let lookUps = 0;
  const changing = async () => [{ address: lookUps++ === 0 ? "93.184.216.34" : "127.0.0.1", family: 4 as const }];
  await expect(get(`http://tools.example:${port}/`, { findAddresses: changing, timeoutMs: 200 })).rejects.toThrow();
  expect([lookUps, paths]).toEqual([1, []]);
});

it("CM-07 follows no redirect", async () => {
  const { paths, port } = await givenServer((response) => response.writeHead(302, { location: "/private" }).end());
  const answer = await get(`http://127.0.0.1:${port}/moved`, { allowPrivate: true });
  expect([answer.status, answer.body, paths]).toEqual([302, null, ["/moved"]]);
});

it("CM-08 ends in time: a server that says nothing, half an answer, a body byte by byte, or another protocol", async () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n";
  const answers = [
    "",
    "HTTP/1.1 2",
    head,
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
  ];
  for (const answer of answers) {
    const server = createTcpServer((socket) => {
      const drip = setInterval(() => answer === head && socket.write(" "), 20);
      socket.on("error", () => {}).on("close", () => clearInterval(drip));
      socket.write(answer);
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await expect(get(url, { allowPrivate: true, timeoutMs: 200 }), answer).rejects.toThrow();
  }
});

it("CM-09 stops reading what is too long, whatever its length is said to be", async () => {
  const fits = await givenServer((response) => response.end("x".repeat(5120)));
  expect((await get(`http://127.0.0.1:${fits.port}/`, { allowPrivate: true })).body).toHaveLength(5120);
  const endless = await givenServer((response) => {
    const write = () => void (response.destroyed || (response.write("x".repeat(4096)) && setImmediate(write)));
    response.on("drain", write);
    write();
  });
  expect((await get(`http://127.0.0.1:${endless.port}/`, { allowPrivate: true })).body).toBe(null);
});
