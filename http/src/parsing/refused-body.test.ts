import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it, vi } from "vitest";
import { readBody } from "./body.ts";

setFlagsFromString("--expose-gc");
// Node offers it in no other way.
const collectGarbage: () => void = runInNewContext("gc");
setFlagsFromString("--no-expose-gc");

it("HT-02 keeps nothing in memory of a body that it refuses while it streams, also of what arrives later", async () => {
  const request = new IncomingMessage(new Socket());
  request.headers = { "transfer-encoding": "chunked" };
  const sent: WeakRef<Buffer>[] = [];
  const send = (count: number) => {
    for (let nth = 0; nth < count; nth++) {
      const chunk = Buffer.alloc(0x4000);
      sent.push(new WeakRef(chunk));
      request.push(chunk);
    }
  };
  const body = readBody(request, new ServerResponse(request), 102_400);
  send(7);
  expect(await body).toMatchObject({ status: 413 });
  // The server discards the rest, so that the client gets the answer and not a reset.
  request.resume();
  send(100);
  await vi.waitFor(() => {
    collectGarbage();
    expect(sent.filter((chunk) => chunk.deref() !== undefined)).toEqual([]);
  });
  // The request itself is still there: nothing was freed with it.
  expect(request.destroyed).toBe(false);
});
