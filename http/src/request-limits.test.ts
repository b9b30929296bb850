import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { limitConnections, serverLimits } from "./request-limits.ts";

it("HT-03 makes room for new clients by closing idle connections, and bounds their number", async () => {
  const server = createServer(serverLimits, (_request, response) => response.end("served"));
  limitConnections(server, 10);
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const visit = async () => {
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    const [answer] = await Promise.race([once(socket, "data"), once(socket, "close")]);
    return String(answer).includes("served");
  };
  for (let visitor = 0; visitor < 15; visitor++) expect([visitor, await visit()]).toEqual([visitor, true]);
  const parked = Array.from({ length: 20 }, () => connect(port, "127.0.0.1"));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(parked.filter((socket) => !socket.destroyed).length).toBeLessThanOrEqual(10);
});
