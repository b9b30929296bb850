import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { BSON } from "mongodb";

/** For example `{ find: "1.catalogue", filter: {} }`. */
export type Command = Readonly<Record<string, unknown>>;

/** A network in front of a MongoDB server that counts what clients ask. */
export interface CountingProxy {
  /** Listens on 127.0.0.1. */
  port: number;
  /** The commands sent so far, without those of the driver itself. */
  asked: readonly Command[];
  close(): Promise<void>;
}

/** What the driver asks by itself, however little the program does. */
const ofDriver = ["hello", "ismaster", "ping", "endSessions", "saslStart", "saslContinue"];

/** OP_MSG of MongoDB's wire protocol. A message begins with a header of four int32: length, id, id that it answers, and opcode. */
const opMsg = 2013;
/** After the header: flags (int32) and the kind of the first section (byte). That section is the command; documents to write may follow. */
const commandAt = 16 + 4 + 1;

export async function startCountingProxy(target: { host: string; port: number }): Promise<CountingProxy> {
  const asked: Command[] = [];
  const sockets = new Set<Socket>();
  const count = (message: Buffer) => {
    if (message.readInt32LE(12) !== opMsg) return;
    const command: Command = BSON.deserialize(message.subarray(commandAt, commandAt + message.readInt32LE(commandAt)));
    if (!ofDriver.some((name) => name in command)) asked.push(command);
  };
  const server = createServer((client) => {
    const upstream = connect(target);
    let held = Buffer.alloc(0);
    client.on("data", (chunk: Buffer) => {
      held = Buffer.concat([held, chunk]);
      while (held.length >= 4 && held.length >= held.readInt32LE(0)) {
        const length = held.readInt32LE(0);
        count(held.subarray(0, length));
        held = held.subarray(length);
      }
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    asked,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
