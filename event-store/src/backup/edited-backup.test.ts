/** @module-tag random */
import { randomBytes, randomInt } from "node:crypto";
import { expect, it } from "vitest";
import { backupScene } from "../testing/backup-scene.ts";
import { BackupFault } from "./backup-fault.ts";

/** How many files are tried: in a full run, for about ten minutes. */
const rounds = process.env.FULL_RUN === "1" ? 35_000 : 50;
const tokens = ["'", "''", ");", "(", ", ", "\n", "NULL", "-", "9".repeat(25), "é", "\\", "{", '"'];

/** With a piece left out, repeated, moved, or replaced by what a parser may stumble over. */
function randomlyEdited(bytes: Buffer): Buffer {
  const at = randomInt(bytes.length + 1);
  const before = bytes.subarray(0, at);
  const piece = bytes.subarray(at, at + randomInt(1, 200));
  const after = bytes.subarray(at + piece.length);
  const token = Buffer.from(tokens[randomInt(tokens.length)] ?? "");
  const edits = [
    [before, after],
    [before, piece, piece, after],
    [piece, before, after],
    [before, after, piece],
    [before, token, piece, after],
    [before, token, piece.subarray(token.length), after],
    [before, randomBytes(randomInt(1, 20)), piece, after],
  ];
  return Buffer.concat(edits[randomInt(edits.length)] ?? []);
}

it("IM-14 a backup is refused whole, whatever random edits make of it", { timeout: 1_800_000 }, async () => {
  const scene = await backupScene();
  const whole = Buffer.from(await scene.written());
  for (let round = 0; round < rounds; round++) {
    let bytes: Buffer = whole;
    for (let edit = randomInt(1, 6); edit > 0; edit--) bytes = randomlyEdited(bytes);
    if (bytes.equals(whole)) continue;
    expect(await scene.refused(bytes), bytes.toString("base64")).toBeInstanceOf(BackupFault);
  }
  await scene.close();
});
