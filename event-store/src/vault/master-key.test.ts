import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { tracesOfKey } from "../testing/traces-of-key.ts";
import { markOf, masterKey, WrongMasterKey } from "./master-key.ts";

describe("wrapping with the master key", () => {
  const master = masterKey(Buffer.alloc(32, 7));
  const wrapped = Buffer.from(master.wrap("person:a", Buffer.from("the key of a person")));

  it("requires exactly 32 bytes", () => {
    for (const length of [0, 16, 31, 33, 64]) expect(() => masterKey(Buffer.alloc(length))).toThrow(TypeError);
  });

  it("detects that another key wrapped the data", () => {
    expect(() => masterKey(Buffer.alloc(32, 8)).unwrap("person:a", wrapped)).toThrow(WrongMasterKey);
    expect(() => master.unwrap("person:a", Buffer.alloc(0))).toThrow(WrongMasterKey);
  });

  it("CR-07 unwraps data under its own name only", () => {
    expect(master.unwrap("person:a", wrapped).toString()).toBe("the key of a person");
    for (const name of ["person:b", "secret:a", "person:a ", ""]) {
      expect(() => master.unwrap(name, wrapped)).toThrow();
    }
  });

  it("CR-06 names the key that wrapped, and unwraps what either of two keys wrapped", () => {
    const other = masterKey(Buffer.alloc(32, 8));
    const both = masterKey(Buffer.alloc(32, 8), Buffer.alloc(32, 7));
    expect([markOf(wrapped), both.mark]).toEqual([master.mark, other.mark]);
    expect(both.unwrap("person:a", wrapped).toString()).toBe("the key of a person");
    const rewrapped = both.rewrap("person:a", wrapped);
    if (!rewrapped) throw new Error("it has the other mark");
    expect(markOf(rewrapped)).toBe(other.mark);
    expect(other.unwrap("person:a", rewrapped).toString()).toBe("the key of a person");
    expect(both.rewrap("person:a", rewrapped)).toBeNull();
    expect(both.rewrap("person:a", wrapped, master.mark)).toBeNull();
    for (const alone of [master, other]) expect(() => alone.rewrap("person:b", rewrapped, "00000000")).toThrow();
    expect(() => master.unwrap("person:a", rewrapped)).toThrow(WrongMasterKey);
  });

  it("detects every changed byte, a missing one and an extra one", () => {
    for (let index = 0; index < wrapped.length; index++) {
      const changed = Buffer.from(wrapped);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => master.unwrap("person:a", changed)).toThrow();
    }
    expect(() => master.unwrap("person:a", wrapped.subarray(0, -1))).toThrow();
    expect(() => master.unwrap("person:a", Buffer.concat([wrapped, Buffer.of(0)]))).toThrow();
  });

  it("wraps the same key differently each time, without a trace of it or of the master key", () => {
    const [key, ofMaster] = [randomBytes(32), randomBytes(32)];
    const wrapping = masterKey(ofMaster);
    const wraps = Array.from({ length: 1000 }, () => Buffer.from(wrapping.wrap("person:a", key)));
    expect(new Set(wraps.map((wrap) => wrap.toString("hex"))).size).toBe(1000);
    for (const one of [key, ofMaster]) expect(tracesOfKey(Buffer.concat(wraps), one)).toEqual([]);
  });
});
