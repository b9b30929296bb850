import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";

/** A connection to the echo server. */
export interface EchoClient {
  socket: Socket;
  /** Everything received back so far. */
  heard(): string;
  /** How the connection ended: `closed`, or the error's code. */
  failed: Promise<string>;
}

/** An echo server, reached through a fault proxy or directly. */
export interface EchoThroughProxy {
  echo: Server;
  proxy: FaultProxy;
  connected(): Promise<EchoClient>;
  /** Sends to the server past the proxy and waits for the answer, often enough that everything in transit has arrived. */
  pass(): Promise<void>;
  /** Ends every connection and makes the proxy forward everything again. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

export async function startEchoThroughProxy(): Promise<EchoThroughProxy> {
  const echo = createServer((socket) => {
    socket.on("error", () => {}).pipe(socket);
  });
  echo.listen(0, "127.0.0.1");
  await once(echo, "listening");
  const proxy = await startFaultProxy({ host: "127.0.0.1", port: portOf(echo) });
  const clients: Socket[] = [];

  const connectedAt = async (port: number): Promise<EchoClient> => {
    const socket = connect(port, "127.0.0.1");
    clients.push(socket);
    let heard = "";
    socket.on("data", (text) => (heard += text));
    const failed = new Promise<string>((resolve) => {
      socket
        .on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? ""))
        .on("close", () => resolve("closed"));
    });
    await once(socket, "connect");
    return { socket, failed, heard: () => heard };
  };
  return {
    echo,
    proxy,
    connected: () => connectedAt(proxy.port),
    async pass() {
      const { socket } = await connectedAt(portOf(echo));
      for (let times = 0; times < 10; times++) {
        const answer = once(socket, "data");
        socket.write("x");
        await answer;
      }
    },
    async reset() {
      proxy.resume();
      proxy.delay(0);
      proxy.lose(0);
      await proxy.accept();
      for (const socket of clients.splice(0)) socket.destroy();
    },
    async close() {
      await proxy.close();
      echo.close();
    },
  };
}
