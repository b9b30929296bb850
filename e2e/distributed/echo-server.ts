import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that answers with its name and records the requests that it receives. */
export interface Echo {
  name: string;
  port: number;
  seen: IncomingMessage[];
  server: Server;
  /** The status of its answers. */
  status: number;
}

export async function startEcho(name: string): Promise<Echo> {
  const server = createServer((request, response) => {
    echo.seen.push(request);
    const answer = () => response.writeHead(echo.status).end(`${name} ${request.method} ${request.url}`);
    request.resume().on("end", answer);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const echo: Echo = { name, port: (server.address() as AddressInfo).port, seen: [], server, status: 200 };
  return echo;
}
