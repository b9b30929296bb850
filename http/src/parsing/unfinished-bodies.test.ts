import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { readBody } from "./body.ts";

it("A1 bounds what unfinished bodies take together, and still reads a small one", async () => {
  const chunk = Buffer.alloc(64 * 1024);
  const reading = (first: Buffer) => {
    const request = new IncomingMessage(new Socket());
    request.headers = { "content-length": "100000" };
    request.push(first);
    return { request, body: Promise.resolve(readBody(request, new ServerResponse(request), 100_000)) };
  };
  const large = Array.from({ length: 300 }, () => reading(chunk));
  const refused = await Promise.race(large.map(({ body }) => body));
  expect(refused).toMatchObject({ status: 503, problem: { code: "too_many_bodies" } });

  const small = reading(Buffer.from("{}"));
  small.request.push(null);
  expect(await small.body).toEqual(Buffer.from("{}"));

  for (const { request } of large) request.destroy();
  const outcomes = await Promise.all(large.map(({ body }) => body));
  expect(outcomes.filter((outcome) => "status" in outcome && outcome.status === 503)).toHaveLength(300 - 256);
  const later = reading(chunk);
  later.request.push(null);
  expect(await later.body).toEqual(chunk);
});
