import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";

const storage = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => void storage.set(key, value),
  removeItem: (key: string) => void storage.delete(key),
});
vi.stubGlobal("addEventListener", () => undefined);
// Other files of this worker fetch from real servers.
afterAll(() => vi.unstubAllGlobals());

const { read, readOrNull, send } = await import("./api.ts");
const { readFile, sendFile } = await import("./file-calls.ts");
const { storedToken, storeToken } = await import("./token.ts");

const done = () => Response.json({ message: "done" });
const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ message: "no", code: "refused" }, { status, headers });

/** Answers the calls in turn and records the requests. */
function answering(...answers: Array<() => Response>) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => (answers.shift() ?? done)());
  vi.stubGlobal("fetch", fetch);
  return { asked: (call: number) => new Headers(fetch.mock.calls[call]?.[1].headers), fetch };
}

beforeEach(() => storeToken(null));

it("sends the bearer token where there is one, and a content type only with a body", async () => {
  storeToken("t1");
  const { asked } = answering();
  await send("message", { method: "POST", path: "/api/x" });
  await send("message", { method: "PUT", path: "/api/x", body: { a: 1 } });
  expect(asked(0).get("authorization")).toBe("Bearer t1");
  expect(asked(0).has("content-type")).toBe(false);
  expect(asked(1).get("content-type")).toBe("application/json");
});

it("sends no bearer token for a visitor", async () => {
  const { asked } = answering();
  await read("message", "/api/x");
  expect(asked(0).has("authorization")).toBe(false);
});

it("asks for data at least as new as the last command's log position", async () => {
  const carrying = (mark: string) => () => Response.json({ message: "done" }, { headers: { "X-Log-Position": mark } });
  const { asked } = answering(carrying("opaque-1"), carrying("opaque-2"));
  await send("message", { method: "POST", path: "/api/x" });
  await send("message", { method: "POST", path: "/api/x" });
  await read("message", "/api/x");
  expect(asked(0).has("x-log-position")).toBe(false);
  expect(asked(2).get("x-log-position")).toBe("opaque-2, opaque-1");
});

it("deletes a token that was refused with 401", async () => {
  storeToken("t1");
  answering(() => refusal(401));
  await expect(read("message", "/api/x")).rejects.toMatchObject({ status: 401 });
  expect(storedToken()).toBeNull();
});

it("keeps a token that another sign-in stored meanwhile", async () => {
  storeToken("t1");
  answering(() => {
    storeToken("t2");
    return refusal(401);
  });
  expect(await readOrNull("message", "/api/x")).toBeNull();
  expect(storedToken()).toBe("t2");
});

it("retries a read twice when the answer has Retry-After", async () => {
  const busy = () => refusal(503, { "Retry-After": "0" });
  const { fetch } = answering(busy, busy);
  expect(await read("message", "/api/x")).toEqual({ message: "done" });
  expect(fetch).toHaveBeenCalledTimes(3);
  answering(busy, busy, busy);
  await expect(read("message", "/api/x")).rejects.toMatchObject({ status: 503 });
});

it("never retries a command", async () => {
  const { fetch } = answering(() => refusal(503, { "Retry-After": "0" }));
  await expect(send("message", { method: "POST", path: "/api/x" })).rejects.toMatchObject({ status: 503 });
  expect(fetch).toHaveBeenCalledTimes(1);
});

it("reports a call without an answer as unreachable", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(read("message", "/api/x")).rejects.toMatchObject({ name: "Unreachable" });
});

it("refuses an answer that does not match the schema", async () => {
  answering(() => Response.json({ said: "done" }));
  await expect(read("message", "/api/x")).rejects.toBeInstanceOf(z.ZodError);
});

it("reads a file with its name, tells how much has come, and fails if the rest does not come", async () => {
  const sent = (fails: boolean) => () => {
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode("first "));
        controller.enqueue(new TextEncoder().encode("rest"));
        if (fails) controller.error(new Error("the connection was lost"));
        else controller.close();
      },
    });
    return new Response(body, { headers: { "Content-Disposition": 'attachment; filename="a-1.sql"' } });
  };
  answering(sent(false), sent(true), () => refusal(403));
  const told: number[] = [];
  const reading = { onBytes: (bytes: number) => void told.push(bytes), signal: new AbortController().signal };
  const { name, file } = await readFile("/api/x", reading);
  expect([name, await file.text(), told]).toEqual(["a-1.sql", "first rest", [6, 10]]);
  await expect(readFile("/api/x", reading)).rejects.toThrow("The service could not be reached");
  await expect(readFile("/api/x", reading)).rejects.toMatchObject({ status: 403 });
});

it("sends a file as it is, reads the events of the answer, and fails if it breaks off", async () => {
  const event = new TextEncoder().encode("event: progress\ndata: 1\n\n");
  const broken = () => {
    let pulls = 0;
    const pull = (controller: ReadableStreamDefaultController) =>
      pulls++ === 0 ? controller.enqueue(event) : controller.error(new Error("the connection was lost"));
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
  };
  const { asked, fetch } = answering(
    () => new Response(event),
    broken,
    () => refusal(403),
  );
  const file = new Blob(["a backup"], { type: "application/sql" });
  const names = async () => {
    const sent: string[] = [];
    for await (const { name } of sendFile("/api/x", { file, signal: new AbortController().signal })) sent.push(name);
    return sent;
  };
  expect(await names()).toEqual(["progress"]);
  expect([asked(0).get("content-type"), asked(0).get("accept")]).toEqual(["text/plain", "text/event-stream"]);
  expect(fetch.mock.calls[0]?.[1].body).toBe(file);
  await expect(names()).rejects.toMatchObject({ name: "Unreachable" });
  await expect(names()).rejects.toMatchObject({ status: 403 });
});
