import { readFileSync } from "node:fs";
import type { Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer } from "node:tls";
import { type Server, ServerCredentials } from "@grpc/grpc-js";

interface Listening {
  /** 0: any free port. */
  port: number;
  key?: string | undefined;
  certificate?: string | undefined;
}

const host = "127.0.0.1";

/** Listens for gRPC and, over TLS, for HTTP at the same port: by what the client offers. @throws if the port is not available */
export async function listen(server: Server, { port, key, certificate }: Listening, http: HttpServer | null) {
  if (!key || !certificate) {
    const bound = await new Promise<number>((resolve, reject) => {
      const plain = ServerCredentials.createInsecure();
      server.bindAsync(`${host}:${port}`, plain, (error, at) => (error ? reject(error) : resolve(at)));
    });
    return { port: bound, end: () => server.forceShutdown() };
  }
  const protocols = { ALPNProtocols: ["h2", "http/1.1"], key: readFileSync(key), cert: readFileSync(certificate) };
  const grpc = server.createConnectionInjector(ServerCredentials.createInsecure());
  const front = createServer(protocols, (socket) => {
    socket.on("error", () => {});
    if (socket.alpnProtocol === "h2") grpc.injectConnection(socket);
    else http?.emit("connection", socket);
  });
  await new Promise<void>((resolve, reject) => front.once("error", reject).listen(port, host, resolve));
  const end = () => {
    front.close();
    http?.closeAllConnections();
    server.forceShutdown();
  };
  return { port: (front.address() as AddressInfo).port, end };
}
