import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { tracesOfKey } from "../testing/traces-of-key.ts";
import { masterKey, masterKeyFile, WrongMasterKey } from "./master-key.ts";

const folder = temporaryFolder();
let folders = 0;
const dataDir = () => {
  const path = join(folder, String(++folders));
  mkdirSync(path);
  return path;
};

describe("the master key file", () => {
  it.each([0o640, 0o604, 0o660, 0o644, 0o610])("CR-05 is refused with mode %o", (mode) => {
    const dir = dataDir();
    masterKeyFile(dir);
    chmodSync(join(dir, "master.key"), mode);
    expect(() => masterKeyFile(dir)).toThrow("can be read by others: set its mode to 0600");
  });

  it.each([
    ["nothing", ""],
    ["31 bytes", randomBytes(31).toString("base64")],
    ["33 bytes", randomBytes(33).toString("base64")],
    ["no base64", "-".repeat(44)],
  ])("CR-05 is refused when it holds %s", (_, content) => {
    const dir = dataDir();
    writeFileSync(join(dir, "master.key"), content, { mode: 0o600 });
    expect(() => masterKeyFile(dir)).toThrow("does not hold 32 bytes in base64");
  });

  it("CR-05 is created once, random, and readable by its owner only", () => {
    const [one, two] = [dataDir(), dataDir()];
    const before = process.umask(0);
    const key = masterKeyFile(one);
    process.umask(before);
    expect(key).toHaveLength(32);
    expect(statSync(join(one, "master.key")).mode & 0o777).toBe(0o600);
    expect(masterKeyFile(one)).toEqual(key);
    expect(masterKeyFile(two)).not.toEqual(key);
    expect(readFileSync(join(one, "master.key"), "utf8")).toBe(`${key.toString("base64")}\n`);
  });
});

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
