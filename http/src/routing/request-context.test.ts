import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { z } from "zod";
import { rawRequest } from "../testing/raw-request.ts";
import { done, serve } from "../testing/serve.ts";
import type { Principal } from "./principal.ts";
import { routeFor } from "./route.ts";

const route = routeFor<Principal>();
const seen = z.strictObject({
  clientAddress: z.string(),
  userAgent: z.string().nullable(),
  idempotencyKey: z.string().nullable(),
  logPosition: z.string().nullable(),
  acceptsEvents: z.boolean(),
  fetchDestination: z.string().nullable(),
  cookies: z.array(z.string()),
  credential: z.string().nullable(),
});
const look = route({
  method: "post",
  path: "/api/look",
  summary: "What is seen",
  access: "anyone",
  answers: { 200: seen },
  handle: async ({ context }) => ({
    status: 200,
    body: {
      clientAddress: context.clientAddress,
      userAgent: context.userAgent,
      idempotencyKey: context.idempotencyKey,
      logPosition: context.logPosition,
      acceptsEvents: context.acceptsEvents,
      fetchDestination: context.fetchDestination,
      cookies: [...context.cookies.keys()],
      credential: context.credential && `${context.credential.kind} ${context.credential.value}`,
    },
  }),
});

it("passes the request's headers, cookies and client address to the handler", async () => {
  const { url } = await serve([look], { trustProxy: 1 });
  const key = "6F1E0A0E-7A55-4C1C-8B8E-0123456789AB";
  const headers = {
    "User-Agent": `<b>${"x".repeat(10_000)}`,
    "Idempotency-Key": key,
    "X-Log-Position": "1-42",
    "Sec-Fetch-Dest": "image",
    Accept: "text/event-stream",
    Cookie: "__Host-session=ats_1_x; a=b",
    "X-Forwarded-For": "198.51.100.1, 203.0.113.7",
  };
  const answer = await fetch(`${url}/api/look`, { method: "POST", headers });
  expect(await answer.json()).toEqual({
    clientAddress: "203.0.113.7",
    userAgent: `<b>${"x".repeat(509)}`,
    idempotencyKey: key.toLowerCase(),
    logPosition: "1-42",
    acceptsEvents: true,
    fetchDestination: "image",
    cookies: ["__Host-session", "a"],
    credential: "cookie ats_1_x",
  });
  const withBearer = { ...headers, Authorization: "Bearer ats_2_y" };
  const second = await fetch(`${url}/api/look`, { method: "POST", headers: withBearer });
  expect(await second.json()).toMatchObject({ credential: "bearer ats_2_y" });
});

it("SE-02 ignores a session cookie whose name has bytes that only JavaScript treats as space", async () => {
  const { port } = await serve([look]);
  for (const byte of ["\xa0", "\x0b", "\x0c", "\x85"]) {
    const head = `POST /api/look HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: ${byte}__Host-session=ats_1_x\r\n\r\n`;
    const received = await rawRequest(port, Buffer.from(head, "latin1"));
    expect([byte, received]).toEqual([byte, expect.stringMatching(/"credential":null|HTTP\/1.1 400/)]);
  }
});

it("refuses an idempotency key that is not a UUID", async () => {
  const { url } = await serve([look]);
  const answer = await fetch(`${url}/api/look`, { method: "POST", headers: { "Idempotency-Key": "1" } });
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: "invalid_idempotency_key" }]);
});

it("IN-06 sends a handler's headers, cookies, redirects and streams, and refuses a header with a line break", async () => {
  const open = { access: "anyone", summary: "Gives something" } as const;
  const rows = () => Readable.from(["a,b\n", "1,2\n"]);
  const { url } = await serve([
    route({
      ...open,
      method: "get",
      path: "/csv",
      answers: { 200: z.instanceof(Readable) },
      handle: async () => ({ status: 200, body: rows(), headers: { "Content-Type": "text/csv" } }),
    }),
    route({
      ...open,
      method: "get",
      path: "/away",
      answers: { 303: z.undefined() },
      handle: async () => ({ status: 303, headers: { Location: "/login" }, cookies: ["a=1; Path=/", "b=2; Path=/"] }),
    }),
    route({
      ...open,
      method: "get",
      path: "/odd",
      answers: { 200: done },
      handle: async () => ({ status: 200, body: { message: "x" }, headers: { Location: "/\r\nSet-Cookie: a=b" } }),
    }),
  ]);
  const csv = await fetch(`${url}/csv`);
  expect([csv.headers.get("content-type"), await csv.text()]).toEqual(["text/csv", "a,b\n1,2\n"]);
  const away = await fetch(`${url}/away`, { redirect: "manual" });
  expect([away.status, away.headers.get("location"), await away.text()]).toEqual([303, "/login", ""]);
  expect(away.headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2; Path=/"]);
  const odd = await fetch(`${url}/odd`);
  expect([odd.status, odd.headers.get("set-cookie")]).toEqual([500, null]);
});

it("tells a handler that works for long when its client is gone", async () => {
  const begun = Promise.withResolvers<void>();
  const seen: boolean[] = [];
  const work = route({
    method: "get",
    path: "/api/work",
    summary: "Works until nobody waits",
    access: "anyone",
    answers: { 200: done },
    async handle({ context }) {
      seen.push(context.isAbandoned);
      begun.resolve();
      while (!context.isAbandoned) await setImmediate();
      seen.push(context.isAbandoned);
      return { status: 200, body: { message: "for nobody" } };
    },
  });
  const { url } = await serve([work]);
  const gone = new AbortController();
  const asked = fetch(`${url}/api/work`, { signal: gone.signal });
  await begun.promise;
  gone.abort();
  await expect(asked).rejects.toThrow();
  await expect.poll(() => seen).toEqual([false, true]);
});
