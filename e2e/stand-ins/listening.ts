import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const startsWithinMs = 30_000;

/** Resolves when a program takes connections on a port of this machine. */
export async function listening(port: number, program: string): Promise<void> {
  for (const until = Date.now() + startsWithinMs; Date.now() < until; await sleep(50)) {
    const socket = connect(port, "127.0.0.1");
    const isThere = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
  }
  throw new Error(`${program} does not listen after ${startsWithinMs} ms`);
}
