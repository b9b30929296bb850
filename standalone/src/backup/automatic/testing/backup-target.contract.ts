import { describe, expect, it } from "vitest";
import type { BackupTarget } from "../backup-target.ts";

async function* piecesOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* failingAfter(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
  throw new Error("the log could not be read");
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(pieces)).toString();
}

/** What every place for automatic backups promises. `openEmpty` returns one that has no files. */
export function backupTargetContract(name: string, openEmpty: () => Promise<BackupTarget>): void {
  describe(`${name} as a place for automatic backups`, () => {
    it("lists nothing at first, and reads, renames and removes what was written", async () => {
      const target = await openEmpty();
      expect(await target.list()).toEqual([]);
      expect(await target.write("one", piecesOf("Änne ", "and Bob"))).toBe(13);
      await target.write("two", piecesOf());
      expect(await textOf(target.read("one"))).toBe("Änne and Bob");
      expect(await textOf(target.read("two"))).toBe("");
      await target.rename("one", "one.failed");
      await target.remove("two");
      expect(await target.list()).toEqual(["one.failed"]);
      expect(await textOf(target.read("one.failed"))).toBe("Änne and Bob");
    });

    it("does not list a file while it is written", async () => {
      const target = await openEmpty();
      const seen: string[][] = [];
      async function* pieces() {
        yield Buffer.from("half");
        seen.push(await target.list());
        yield Buffer.from("whole");
      }
      await target.write("one", pieces());
      expect(seen).toEqual([[]]);
      expect(await target.list()).toEqual(["one"]);
    });

    it("has no file after its writing failed, and takes the name again", async () => {
      const target = await openEmpty();
      await expect(target.write("one", failingAfter("half"))).rejects.toThrow("the log could not be read");
      expect(await target.list()).toEqual([]);
      expect(await target.write("one", piecesOf("whole"))).toBe(5);
    });

    it("keeps whole files when it removes unfinished ones", async () => {
      const target = await openEmpty();
      await target.write("one", piecesOf("whole"));
      await target.removeUnfinished(() => true);
      expect(await target.list()).toEqual(["one"]);
    });

    it("cannot read a file that is missing", async () => {
      const target = await openEmpty();
      await expect(textOf(target.read("missing"))).rejects.toThrow();
    });
  });
}
