import { expect, it } from "vitest";
import { z } from "zod";
import { definitionOf, parseEvent, UnreadableEvent, upcast, withDecrypted } from "./catalogue.ts";
import { defineEvent, type Upcast } from "./define-event.ts";
import { definitions } from "./definitions.ts";
import type { StoredEvent, StreamName } from "./envelope.ts";
import { exampleEvent } from "./testing/example-event.ts";

const stored = (differences: Partial<StoredEvent> = {}): StoredEvent => ({
  ...exampleEvent(),
  stream: "session-x" as StreamName,
  version: 1,
  position: 1n,
  ...differences,
});

it("RE-21 refuses an unknown type or version, or an invalid payload", () => {
  for (const stranger of [
    { type: "SessionTeleported" },
    { type: "constructor" },
    { type: "__proto__" },
    { schemaVersion: 3 },
    { schemaVersion: 0 },
    { schemaVersion: 0.5 },
    { data: "{}" },
    { data: '{"sessionId":"not-a-uuid"}' },
    { data: "[]" },
    { data: "null" },
    { data: "{" },
    { data: "" },
    { metadata: "{}" },
    { metadata: "{" },
  ]) {
    expect(() => parseEvent(stored(stranger))).toThrow(UnreadableEvent);
  }
});

it("IN-02 reads no field from the prototype of a payload, and adds none to it", () => {
  const data = `{"sessionId":"${crypto.randomUUID()}","__proto__":{"polluted":true},"constructor":{"prototype":{}}}`;
  const parsed = parseEvent(stored({ data }));
  expect(Object.keys(parsed.data)).toEqual(["sessionId", "authenticatedAt", "proofs"]);
  expect("polluted" in parsed.data).toBe(false);
  expect("polluted" in {}).toBe(false);
});

it("RE-20 upcasts an old payload to the newest version step by step", () => {
  const upcasts: Record<number, Upcast> = {
    1: ({ path }) => ({ path: [...(path as string[]), "1 to 2"] }),
    2: ({ path }) => ({ path: [...(path as string[]), "2 to 3"] }),
    3: ({ path }) => ({ path: [...(path as string[]), "3 to 4"] }),
  };
  const definition = defineEvent("ThingNamed", { version: 4, upcasts }, z.object({ path: z.array(z.string()) }));
  expect(upcast(definition, 1, { path: [] })).toEqual({ path: ["1 to 2", "2 to 3", "3 to 4"] });
  expect(upcast(definition, 3, { path: [] })).toEqual({ path: ["3 to 4"] });
  expect(upcast(definition, 4, { path: [] })).toEqual({ path: [] });
  for (const never of [5, 0, -1, 1.5]) expect(() => upcast(definition, never, { path: [] })).toThrow(UnreadableEvent);
});

it("includes nothing personal in its refusals", () => {
  const opened = { data: { email: { address: "ada@example.com" } }, ip: null, userAgent: null };
  const event = stored({ type: "UserRegistered", data: `{"userId":"${crypto.randomUUID()}"}` });
  expect(() => parseEvent(event, opened)).toThrow(UnreadableEvent);
  expect(() => parseEvent(event, opened)).not.toThrow("ada@");
  expect(() => withDecrypted(parseEvent(event), opened)).toThrow(UnreadableEvent);
  expect(() => withDecrypted(parseEvent(event), opened)).not.toThrow("ada@");
});

it("adds decrypted fields as if the event had been read with them", () => {
  const fields = { email: "ada@example.com", username: "ada", passwordHash: "x", firstName: "Ada" };
  const withIp = { data: fields, ip: "203.0.113.7", userAgent: null };
  const registered = stored({ type: "UserRegistered", data: `{"userId":"${crypto.randomUUID()}"}` });
  for (const [event, opened] of [
    [registered, withIp],
    [registered, { ...withIp, data: { ...fields, lastName: "Lovelace", unheardOf: true } }],
    [stored(), { ...withIp, data: {} }],
  ] as const) {
    const parsed = parseEvent(event);
    const before = structuredClone(parsed);
    expect(withDecrypted(parsed, opened)).toStrictEqual(parseEvent(event, opened));
    expect(Object.keys(withDecrypted(parsed, opened).data)).toEqual(Object.keys(parsed.data));
    expect(parsed).toStrictEqual(before);
  }
});

it("declares every type once, in PascalCase", () => {
  const types = definitions.map(({ type }) => type);
  expect(new Set(types).size).toBe(types.length);
  for (const type of types) {
    expect(type).toMatch(/^([A-Z][a-z]+)+$/);
    expect(definitionOf(type).type).toBe(type);
  }
});
