import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { markOf, markOfKey } from "./master-key.ts";
import { beginRotation, endRotation, masterKeyFile, openMasterKey, readMasterKeys } from "./master-key-file.ts";

const folder = temporaryFolder();
let folders = 0;
const dataDir = () => {
  const path = join(folder, String(++folders));
  mkdirSync(path);
  return path;
};
const create = (dir: string) => openMasterKey(null, { dataDir: dir, creates: true });
const open = (dir: string) => openMasterKey(null, { dataDir: dir, creates: false });
const keysIn = (dir: string) => readMasterKeys(masterKeyFile(dir));
const textIn = (dir: string) => readFileSync(masterKeyFile(dir), "utf8");
const modeOf = (file: string) => statSync(file).mode & 0o777;

describe("the master key file", () => {
  it.each([0o640, 0o604, 0o660, 0o644, 0o610])("CR-05 is refused with mode %o", (mode) => {
    const dir = dataDir();
    create(dir);
    chmodSync(masterKeyFile(dir), mode);
    expect(() => open(dir)).toThrow("can be read by others: set its mode to 0600");
  });

  const one = () => randomBytes(32).toString("base64");
  it.each([
    ["nothing", ""],
    ["31 bytes", randomBytes(31).toString("base64")],
    ["33 bytes", randomBytes(33).toString("base64")],
    ["no base64", "-".repeat(44)],
    ["a key and 31 bytes", `${one()}\n${randomBytes(31).toString("base64")}`],
    ["three keys", [one(), one(), one()].join("\n")],
  ])("CR-05 is refused when it holds %s", (_, content) => {
    const dir = dataDir();
    writeFileSync(masterKeyFile(dir), content, { mode: 0o600 });
    expect(() => open(dir)).toThrow("does not hold 32 bytes in base64");
  });

  it("CR-05 is created once, random, readable by its owner only, and only if asked for", () => {
    const [one, two] = [dataDir(), dataDir()];
    expect(() => open(one)).toThrow("master.key is missing");
    expect(readdirSync(one)).toEqual([]);
    const before = process.umask(0);
    const { mark } = create(one);
    process.umask(before);
    expect(modeOf(masterKeyFile(one))).toBe(0o600);
    expect(create(one).mark).toBe(mark);
    expect(create(two).mark).not.toBe(mark);
    expect(textIn(one)).toBe(`${keysIn(one)[0]?.toString("base64")}\n`);
  });

  it("CR-06 has both keys while it is being rotated, and then the new one, beside the former in a file of its own", () => {
    const dir = dataDir();
    create(dir);
    const former = textIn(dir);
    const before = process.umask(0);
    beginRotation(dir);
    const both = textIn(dir);
    const [key] = both.split("\n");
    expect(both).toBe(`${key}\n${former}`);
    expect([key?.length, `${key}\n` === former]).toEqual([44, false]);
    // An interrupted rotation goes on with the same key.
    beginRotation(dir);
    expect(textIn(dir)).toBe(both);
    const formerFile = endRotation(dir) ?? "";
    process.umask(before);
    expect(textIn(dir)).toBe(`${key}\n`);
    expect(formerFile).toBe(join(dir, `master-${markOfKey(Buffer.from(former, "base64"))}.key`));
    expect(readFileSync(formerFile, "utf8")).toBe(former);
    expect([modeOf(masterKeyFile(dir)), modeOf(formerFile)]).toEqual([0o600, 0o600]);
    expect(endRotation(dir)).toBeNull();
    expect(existsSync(`${masterKeyFile(dir)}.unfinished`)).toBe(false);
  });

  it("CR-06 teaches a process that runs the new key once it meets it, and does not make it forget the former", () => {
    const dir = dataDir();
    const running = create(dir);
    const wrapped = running.wrap("person:a", Buffer.from("a key"));
    beginRotation(dir);
    const newer = open(dir).wrap("person:a", Buffer.from("another"));
    endRotation(dir);
    expect(running.mark).toBe(markOf(wrapped));
    expect(running.unwrap("person:a", newer).toString()).toBe("another");
    expect(running.unwrap("person:a", wrapped).toString()).toBe("a key");
    expect(running.mark).toBe(markOf(newer));
    expect(() => open(dir).unwrap("person:a", wrapped)).toThrow("another master key");
  });
});
