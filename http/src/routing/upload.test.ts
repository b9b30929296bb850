import { once } from "node:events";
import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { openUpload, type Upload } from "./upload.ts";

afterEach(() => vi.useRealTimers());

it("IM-08 an upload of which nothing more arrives for 30 s ends", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const opened = Promise.withResolvers<Upload>();
  const server = createServer((request, response) => {
    opened.resolve(openUpload(request, response) as Upload);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = ask({ port, host: "127.0.0.1", method: "POST", headers: { "Content-Type": "text/plain" } });
  client.on("error", () => {});
  client.write("half a backup");
  const pieces = (await opened.promise).bytes[Symbol.asyncIterator]();
  expect(String((await pieces.next()).value)).toBe("half a backup");
  const next = pieces.next();
  const refused = expect(next).rejects.toThrow("nothing arrived for 30 s");
  await vi.advanceTimersByTimeAsync(30_000);
  await refused;
  client.destroy();
  server.closeAllConnections();
  server.close();
});
