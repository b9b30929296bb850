import { setTimeout as wait } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { startEchoThroughProxy } from "./echo-through-proxy.ts";

it("the fault proxy delays every byte by the same time", async () => {
  const through = await startEchoThroughProxy();
  onTestFinished(async () => {
    await through.reset();
    await through.close();
  });
  const { socket, heard } = await through.connected();
  through.proxy.delay(100);
  const asked = performance.now();
  for (let n = 0; n < 5; n++) {
    socket.write(String(n));
    await wait(5);
  }
  await expect.poll(heard, { interval: 5 }).toBe("01234");
  expect(performance.now() - asked).toBeGreaterThanOrEqual(200);
  expect(performance.now() - asked).toBeLessThan(400);
});
