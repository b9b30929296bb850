import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { postForm } from "./post-form.ts";
import { isPublicAddress } from "./public-address.ts";

it.each([
  ["127.0.0.1", false],
  ["10.1.2.3", false],
  ["172.16.0.1", false],
  ["192.168.1.1", false],
  ["169.254.169.254", false],
  ["100.64.0.1", false],
  ["0.0.0.0", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::1", false],
  ["::", false],
  ["fe80::1", false],
  ["fd00::1", false],
  ["::ffff:127.0.0.1", false],
  ["::ffff:7f00:1", false],
  ["64:ff9b::7f00:1", false],
  ["2002:7f00:1::", false],
  ["::7f00:1", false],
  ["fec0::1", false],
  ["5f00::1", false],
  ["64:ff9b:1::7f00:1", false],
  ["localhost", false],
  ["93.184.216.34", true],
  ["2606:2800:220:1::1", true],
])("RS-20 knows whether %s is a public address: %s", (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

const post = (url: string, allowPrivate = false) =>
  postForm({ url, fields: { a: "1 & 2" }, allowPrivate, timeoutMs: 2000 });

/** A server of this machine: the bodies that it got. */
async function givenServer() {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    bodies.push(Buffer.concat(chunks).toString());
    response.writeHead(request.url === "/moved" ? 307 : 200, { location: "/" }).end("x".repeat(100_000));
  });
  onTestFinished(() => void server.close().closeAllConnections());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { bodies, port: (server.address() as AddressInfo).port };
}

it("RS-20 connects to no private address, whatever the host is called", async () => {
  const { bodies, port } = await givenServer();
  for (const host of ["localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "0"]) {
    await expect(post(`http://${host}:${port}/`)).rejects.toThrow("its host has no public address");
  }
  expect(bodies).toEqual([]);
});

it("RS-21 ends in time whatever comes: another protocol, half an answer, or nothing", async () => {
  const answers = ["HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n", "HTTP/1.1 2", ""];
  for (const answer of answers) {
    const server = createTcpServer((socket) => void socket.on("error", () => {}).write(answer));
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const posted = postForm({ url, fields: {}, allowPrivate: true, timeoutMs: 200 });
    const outcome = await posted.catch((error: unknown) => (error instanceof Error ? error.name : error));
    expect([101, "AbortError", "TimeoutError"]).toContain(outcome);
  }
});

it("follows no redirect, and does not wait for a body", async () => {
  const { bodies, port } = await givenServer();
  expect(await post(`http://localhost:${port}/moved`, true)).toBe(307);
  expect(await post(`http://127.0.0.1:${port}/`, true)).toBe(200);
  expect(bodies).toEqual(["a=1+%26+2", "a=1+%26+2"]);
});
