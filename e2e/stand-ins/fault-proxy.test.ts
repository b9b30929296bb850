import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";

/** Says what it is told. */
const echo = createServer((socket) => {
  socket.on("error", () => {}).pipe(socket);
});
let proxy: FaultProxy;
const clients: Socket[] = [];

beforeAll(async () => {
  echo.listen(0, "127.0.0.1");
  await once(echo, "listening");
  proxy = await startFaultProxy({ host: "127.0.0.1", port: (echo.address() as AddressInfo).port });
});
afterEach(async () => {
  proxy.resume();
  proxy.delay(0);
  proxy.lose(0);
  await proxy.accept();
  for (const socket of clients.splice(0)) socket.destroy();
});
afterAll(async () => {
  await proxy.close();
  echo.close();
});

async function connected() {
  const socket = connect(proxy.port, "127.0.0.1");
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
}

describe("the fault proxy", () => {
  it("hands on everything in order, and the end of it", async () => {
    const { socket, heard, failed } = await connected();
    const text = Array.from({ length: 500_000 }, (_, n) => `${n} `).join("");
    socket.end(text);
    expect(await failed).toBe("closed");
    expect(heard() === text).toBe(true);
  });

  it("keeps quiet while it is paused, and loses nothing of it", async () => {
    const { socket, heard } = await connected();
    proxy.pause();
    socket.write("one ");
    socket.write("two");
    const late = await connected();
    late.socket.write("three");
    await wait(50);
    expect(heard() + late.heard()).toBe("");
    expect(socket.destroyed).toBe(false);
    proxy.resume();
    await expect.poll(heard).toBe("one two");
    await expect.poll(late.heard).toBe("three");
  });

  it("lets what is asked for arrive while it holds the answers", async () => {
    const arrived = once(echo, "connection");
    const { socket, heard } = await connected();
    proxy.pause("answers");
    const [peer] = (await arrived) as [Socket];
    const received = once(peer, "data");
    socket.write("question");
    expect(String((await received)[0])).toBe("question");
    await wait(20);
    expect(heard()).toBe("");
  });

  it("resets the connections that there are, and takes new ones", async () => {
    const { failed } = await connected();
    proxy.cut();
    expect(await failed).toBe("ECONNRESET");
    const { socket, heard } = await connected();
    socket.write("again");
    await expect.poll(heard).toBe("again");
  });

  it("resets a connection in the middle of an answer", async () => {
    const { socket, failed } = await connected();
    proxy.cutAfter(1000);
    for (let n = 0; n < 20; n++) {
      socket.write("x".repeat(100));
      await wait(1);
    }
    expect(await failed).toBe("ECONNRESET");
  });

  it("refuses connections, and then takes them again at the same port", async () => {
    await proxy.refuse();
    await expect(connected()).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await proxy.accept();
    const { socket, heard } = await connected();
    socket.write("here");
    await expect.poll(heard).toBe("here");
  });

  // Tried again where the machine was late with it.
  it("delays every byte, and what follows does not wait for it twice", { retry: 2 }, async () => {
    const { socket, heard } = await connected();
    proxy.delay(100);
    const asked = performance.now();
    for (let n = 0; n < 5; n++) {
      socket.write(String(n));
      await wait(5);
    }
    await expect.poll(heard, { interval: 5 }).toBe("01234");
    expect(performance.now() - asked).toBeGreaterThanOrEqual(200);
    expect(performance.now() - asked).toBeLessThan(400);
  });
});
