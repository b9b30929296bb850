import { once } from "node:events";
import type { Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type EchoThroughProxy, startEchoThroughProxy } from "./echo-through-proxy.ts";
import type { FaultProxy } from "./fault-proxy.ts";

let through: EchoThroughProxy;
let proxy: FaultProxy;
beforeAll(async () => {
  through = await startEchoThroughProxy();
  proxy = through.proxy;
});
afterEach(() => through.reset());
afterAll(() => through.close());

describe("the fault proxy", () => {
  it("forwards everything in order, and the end", async () => {
    const { socket, heard, failed } = await through.connected();
    const text = Array.from({ length: 500_000 }, (_, n) => `${n} `).join("");
    socket.end(text);
    expect(await failed).toBe("closed");
    expect(heard() === text).toBe(true);
  });

  it("forwards nothing while paused, and loses nothing", async () => {
    const arrived = once(through.echo, "connection");
    const { socket, heard } = await through.connected();
    const [peer] = (await arrived) as [Socket];
    proxy.pause();
    socket.write("one ");
    socket.write("two");
    const late = await through.connected();
    late.socket.write("three");
    await through.pass();
    expect([heard() + late.heard(), peer.bytesRead]).toEqual(["", 0]);
    expect(socket.destroyed).toBe(false);
    proxy.resume();
    await expect.poll(heard).toBe("one two");
    await expect.poll(late.heard).toBe("three");
  });

  it("forwards requests while it holds the answers", async () => {
    const arrived = once(through.echo, "connection");
    const { socket, heard } = await through.connected();
    proxy.pause("answers");
    const [peer] = (await arrived) as [Socket];
    const received = once(peer, "data");
    socket.write("question");
    expect(String((await received)[0])).toBe("question");
    await through.pass();
    expect(heard()).toBe("");
  });

  it("resets open connections, and accepts new ones", async () => {
    const { failed } = await through.connected();
    proxy.cut();
    expect(await failed).toBe("ECONNRESET");
    const { socket, heard } = await through.connected();
    socket.write("again");
    await expect.poll(heard).toBe("again");
  });

  it("resets a connection in the middle of an answer", async () => {
    const { socket, heard, failed } = await through.connected();
    proxy.cutAfter(1000);
    let outcome = "";
    for (let n = 0; n < 20 && outcome === ""; n++) {
      const answered = once(socket, "data").then(() => "");
      socket.write("x".repeat(100));
      outcome = await Promise.race([failed, answered]);
    }
    expect(outcome).toBe("ECONNRESET");
    expect(heard()).toHaveLength(1000);
  });

  it("refuses connections, then accepts them at the same port", async () => {
    await proxy.refuse();
    await expect(through.connected()).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await proxy.accept();
    const { socket, heard } = await through.connected();
    socket.write("here");
    await expect.poll(heard).toBe("here");
  });

  // `npm run test:timed` checks that it takes no longer than that.
  it("delays every byte and keeps their order", async () => {
    const { socket, heard } = await through.connected();
    proxy.delay(20);
    for (let n = 0; n < 5; n++) socket.write(String(n));
    await expect.poll(heard).toBe("01234");
    proxy.delay(20_000);
    socket.write("5");
    await through.pass();
    expect(heard()).toBe("01234");
  });
});
