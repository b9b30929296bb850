import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEventStore } from "../stand-ins/event-store-process.ts";
import { startMongoServer, whyNoMongo } from "../stand-ins/mongo-server.ts";
import { startRedisServer, whyNoRedis } from "../stand-ins/redis-server.ts";

/** Stand-ins for the stores on this machine, which containers reach at one of its addresses. */
export interface StandInStores {
  /** The variables of a process. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

/** Opens a port of `host` that leads to a port of this machine's loopback, where all stand-ins listen. */
async function forward(host: string, to: number) {
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const there = connect(to, "127.0.0.1");
    for (const [socket, other] of [
      [from, there],
      [there, from],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket) && other.destroy());
      socket.pipe(other);
    }
  });
  await once(server.listen(0, host), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** @throws where deploy/test-servers.sh has not run */
export function requireStandIns(): void {
  const missing = whyNoMongo() ?? whyNoRedis();
  if (missing) throw new Error(missing);
}

/** @param host the address at which containers reach them */
export async function startStandInStores(host: string): Promise<StandInStores> {
  const folder = mkdtempSync(join(tmpdir(), "attestory-containers-"));
  const [eventStore, mongo, redis] = await Promise.all([
    startEventStore(join(folder, "events.sqlite")),
    startMongoServer(),
    startRedisServer(),
  ]);
  const [events, documents, jobs] = await Promise.all(
    [eventStore.port, mongo.port, redis.port].map((port) => forward(host, port)),
  );
  const database = (name: string) => {
    const url = new URL(mongo.database(documents?.port));
    url.hostname = host;
    url.pathname += `-${name}`;
    return String(url);
  };
  return {
    environment: {
      EVENT_LOG: `esdb://${host}:${events?.port}?tls=false`,
      READ_STORE: database("read"),
      VAULT: database("vault"),
      JOBS: `redis://${host}:${jobs?.port}`,
    },
    async close() {
      for (const each of [events, documents, jobs]) each?.close();
      await Promise.all([eventStore.kill(), mongo.close(), redis.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
