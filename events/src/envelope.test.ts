import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  actor,
  identifierStream,
  liveSessionsStream,
  mailProgressStream,
  mailStream,
  sessionStream,
  streamsById,
  userStream,
} from "./envelope.ts";

const id = "0199f1c2-6a40-7c1e-9d35-2f8a4be1c701";
const digest = "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg";
const byId = { userStream, sessionStream, liveSessionsStream, mailStream };
const email = (key: string) => identifierStream("email", key);
const username = (key: string) => identifierStream("username", key);

const injected = [
  "",
  "$all",
  "$$user",
  "$ce-user",
  "ada@example.com",
  "ada-lovelace",
  "../user",
  "user/1",
  "constructor",
  id.toUpperCase(),
  ` ${id}`,
  `${id} `,
  `${id}\n`,
  `\n${id}`,
  `${id}-1`,
  `$${id}`,
  `{${id}}`,
  id.replaceAll("-", ""),
  id.replace("0", "٠"),
  `${digest}\n`,
  `${digest}=`,
  `${digest}A`,
  `$${digest.slice(1)}`,
  digest.slice(1),
  digest.replace("4", "+"),
  digest.replace("4", "/"),
];

describe("IN-10 a stream name", () => {
  it.each(injected)("refuses %j as a key", (text) => {
    for (const stream of [...Object.values(byId), email, username]) expect(() => stream(text)).toThrow(TypeError);
  });

  it("contains only its kind and an id or a digest, so it is never one of the store's own names", () => {
    const unit = fc.constantFrom(..."0123456789abcdefABCxyz-_$/@.+= \n\u0000é");
    const text = fc.oneof(fc.string({ unit, minLength: 34, maxLength: 45 }), fc.uuid(), fc.string({ unit: "binary" }));
    const nameOf = (make: (key: string) => string, key: string) => {
      try {
        return make(key);
      } catch (error) {
        if (error instanceof TypeError) return null;
        throw error;
      }
    };
    fc.assert(
      fc.property(text, (key) =>
        [...Object.values(byId), email, username].every((make) => {
          const name = nameOf(make, key);
          return name === null || /^(user|sessions?|mail|email|username)-[A-Za-z0-9_-]{36,43}$/.test(name);
        }),
      ),
    );
  });

  it("contains its kind and its key", () => {
    expect(userStream(id)).toBe(`user-${id}`);
    expect(sessionStream(id)).toBe(`session-${id}`);
    expect(mailStream(id)).toBe(`mail-${id}`);
    expect(email(digest)).toBe(`email-${digest}`);
    expect(username(digest)).toBe(`username-${digest}`);
    expect(mailProgressStream).not.toMatch(/[$-]/);
  });

  it("is refused without repeating the key, which may be an email address", () => {
    expect(() => email("ada@example.com")).not.toThrow("ada");
  });
});

it("makes the streams of each kind once", () => {
  expect(() => streamsById("user")).toThrow(new TypeError("two kinds of streams are called user"));
});

it("accepts five kinds of actors", () => {
  for (const kind of ["user", "client", "apiKey", "system", "anyone"]) {
    expect(actor.parse({ kind, id: "" })).toEqual({ kind, id: "" });
  }
  expect(actor.safeParse({ kind: "root", id: "" }).success).toBe(false);
});
