/** @module-tag random */
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backupScene, type RestoreOptions } from "../testing/backup-scene.ts";
import { masterKey } from "../vault/master-key.ts";
import { BackupFault } from "./backup-fault.ts";
import { comment } from "./grammar.ts";

let scene: Awaited<ReturnType<typeof backupScene>>;
let whole: string;

beforeAll(async () => {
  scene = await backupScene();
  whole = await scene.written();
});
afterAll(() => scene.close());

/** The fault's message, which begins with the line unless it is one of the whole file. */
async function faultOf(text: string | Buffer, options?: RestoreOptions): Promise<string> {
  const error = await scene.refused(text, options);
  expect(error).toBeInstanceOf(BackupFault);
  return (error as BackupFault).message;
}

/** The file with its lines changed. Lines are counted from 1; the first event is line 11. */
const changed = (change: (lines: string[]) => void): string => {
  const lines = whole.split("\n");
  change(lines);
  return lines.join("\n");
};
const withLine = (line: number, text: string) => changed((lines) => lines.splice(line - 1, 1, text));
const lineAt = (line: number) => whole.split("\n")[line - 1] ?? "";

/** How often a random change is tried. */
const rounds = process.env.FULL_RUN === "1" ? 1000 : 30;
/** At how many places the file is cut. */
const parts = process.env.FULL_RUN === "1" ? 100 : 20;

describe("a file is refused whole", () => {
  it("so the lines are where these tests expect them", () => {
    expect(lineAt(5)).toBe("BEGIN;");
    expect(lineAt(6)).toMatch(/^INSERT INTO keys VALUES \('person'/);
    expect(lineAt(11)).toMatch(/^INSERT INTO events VALUES \(1, 'user-/);
    expect(lineAt(14)).toBe("COMMIT;");
  });

  it.for([
    "DROP TABLE events;",
    "COPY events FROM PROGRAM 'id';",
    "\\! id",
    "ATTACH DATABASE '/etc/passwd' AS x;",
    "/*!50000 SELECT LOAD_FILE('/etc/passwd') */",
    "-- a comment",
    "",
    "INSERT INTO events VALUES (1, 'user-1', 1, 'a', 'B', 1, 1, NULL, '{}', '{}', NULL); DROP TABLE events;",
    "INSERT INTO events SELECT * FROM events;",
    "INSERT INTO events VALUES (1, 'user-1', 1, 'a', 'B', 1, 1, NULL, load_file('x'), '{}', NULL);",
  ])("T12 IM-02 with a line that is not ours: %s", async (line) => {
    expect(await faultOf(withLine(11, line))).toMatch(/^line 11: this is neither a key nor an event/);
    expect(await faultOf(withLine(1, line))).toBe("line 1: this is not a backup of Attestory");
    expect(await faultOf(withLine(4, line))).toBe("line 4: this is not the statement that a backup has here");
  });

  it("IM-03 when it was cut anywhere", async () => {
    const bytes = Buffer.from(whole);
    const cuts = Array.from({ length: parts }, (_, part) => Math.floor((bytes.length * part) / parts));
    for (const cut of [...cuts, bytes.length - 1]) await faultOf(bytes.subarray(0, cut));
  });

  it("IM-03 when a bit flipped anywhere", async () => {
    for (let round = 0; round < rounds; round++) {
      const bytes = Buffer.from(whole);
      const at = randomInt(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(8));
      await faultOf(bytes).catch((cause: unknown) => {
        throw new Error(`byte ${at} became ${bytes[at]}`, { cause });
      });
    }
  });

  it.for([
    [
      "two events change places",
      (lines: string[]) => lines.splice(10, 2, lines[11] ?? "", lines[10] ?? ""),
      /^line 12: position 1 follows 2/,
    ],
    [
      "an event is there twice",
      (lines: string[]) => lines.splice(10, 0, lines[10] ?? ""),
      /^line 12: position 1 follows 1/,
    ],
    [
      "an event is missing",
      (lines: string[]) => lines.splice(11, 1),
      /^line 14: the file should hold 3 events, and holds 2/,
    ],
    ["a key is missing", (lines: string[]) => lines.splice(5, 1), /should hold 5 keys, and holds 4$/],
    [
      "two keys change places",
      (lines: string[]) => lines.splice(5, 2, lines[6] ?? "", lines[5] ?? ""),
      /^line 7: the keys are not in their order/,
    ],
    [
      "a key comes after the events",
      (lines: string[]) => lines.splice(13, 0, lines[5] ?? ""),
      /^line 14: this is neither a key nor an event/,
    ],
    [
      "something follows",
      (lines: string[]) => lines.splice(15, 0, "COMMIT;"),
      /^line 16: there is more after the last line/,
    ],
  ] as const)("IM-03 when %s", async ([, change, message]) => {
    expect(await faultOf(changed(change))).toMatch(message);
  });

  it("IM-03 when it is of a newer format, or its checksum is wrong", async () => {
    const newer = whole.replace('"format":1', '"format":2');
    expect(await faultOf(newer)).toBe("line 2: a newer release wrote the file, in format 2; this release reads 1");
    const other = whole.replace(/"release":"[^"]+"/, '"release":"9.9.9"');
    expect(await faultOf(other)).toBe("line 15: the checksum is wrong: the file was changed or damaged");
  });

  it("IM-05 when its signature is of another key, or none", async () => {
    const closing = JSON.parse(lineAt(15).slice(comment.length));
    const unsigned = withLine(15, comment + JSON.stringify({ ...closing, signature: undefined }));
    expect(await faultOf(unsigned)).toBe("line 15: this is not the end of a backup");
    const other = withLine(15, comment + JSON.stringify({ ...closing, signature: "A".repeat(86) }));
    expect(await faultOf(other)).toBe("the signature is not that of the service whose keys the backup has");
  });

  it("IM-05 IM-14 when its last line says something twice, or differs in bits that mean nothing", async () => {
    const line = lineAt(15);
    const [signature = ""] = /"signature":"[^"]+"/.exec(line) ?? [];
    const twice = withLine(15, line.replace(signature, `${signature},${signature}`));
    expect(await faultOf(twice)).toBe("line 15: this is not JSON in the form that a backup has here");
    const other = withLine(
      15,
      line.replace(
        /[AQgw]"\}$/,
        (end) => `${end.replace(/^./, (last) => ({ A: "B", Q: "R", g: "h", w: "x" })[last] ?? "")}`,
      ),
    );
    expect(await faultOf(other)).toBe("line 15: this is not the end of a backup");
  });

  it("when another master key wraps its keys, or a key is given to another person", async () => {
    expect(await faultOf(whole, { key: masterKey(Buffer.alloc(32, "other")) })).toMatch(
      /^line 2: the backup needs the master key [0-9a-f]{8}, and that of this service is [0-9a-f]{8}$/,
    );
    const ofPerson = (id: string) => whole.split("\n").findIndex((line) => line.includes(`'person', '${id}'`)) + 1;
    const [ada, eve] = [ofPerson(scene.ada), ofPerson(scene.eve)];
    const moved = lineAt(eve).replace(scene.eve, scene.ada);
    expect(await faultOf(withLine(ada, moved))).toBe(`line ${ada}: the master key does not open this key`);
  });

  it("IM-06 when versions have a gap, a type is unknown, or an event is of the future", async () => {
    const gap = lineAt(12).replace(/^(INSERT INTO events VALUES \(2, '[^']+'), 1,/, "$1, 2,");
    // The version is part of no ciphertext, so the gap is what is found.
    expect(await faultOf(withLine(12, gap))).toMatch(/^line 12: version 2 of user-\S+ follows version 0$/);
    const unknown = lineAt(11).replace("'ProfileChanged'", "'ProfileEaten'");
    expect(await faultOf(withLine(11, unknown))).toBe("line 11: unknown event type ProfileEaten");
    const future = lineAt(11).replace(/, \d{13}, /, ", 4102444800000, ");
    expect(await faultOf(withLine(11, future))).toBe(
      "line 11: the event was recorded in the future: 2100-01-01T00:00:00.000Z",
    );
  });

  it("when personal data was moved to another event", async () => {
    const sealed = (line: string) => /'([A-Za-z0-9+/=]+)'\);$/.exec(line)?.[1] ?? "";
    const moved = lineAt(11).replace(sealed(lineAt(11)), sealed(lineAt(12)));
    expect(await faultOf(withLine(11, moved))).toMatch(/^line 11: the sealed fields of event \S+ cannot be decrypted$/);
  });

  it("IM-07 when it has NULs, carriage returns, a byte-order mark, UTF-16 or a line without end", {
    timeout: 60_000,
  }, async () => {
    expect(await faultOf(whole.replace("BEGIN;", "BEGIN;\0"))).toBe("line 5: this has a control character");
    expect(await faultOf(whole.replaceAll("\n", "\r\n"))).toBe("line 1: this has a control character");
    expect(await faultOf(`\ufeff${whole}`)).toBe("line 1: this is not a backup of Attestory");
    expect(await faultOf(Buffer.from(whole, "utf16le"))).toMatch(
      /^line 1: this (is not UTF-8|has a control character)$/,
    );
    expect(await faultOf(Buffer.concat([Buffer.from(whole), Buffer.of(0xff, 10)]))).toMatch(/this is not UTF-8$/);
    const endless = Buffer.alloc(9 << 20, "x");
    expect(await faultOf(Buffer.concat([Buffer.from("-- Attestory backup\n"), endless]))).toMatch(
      /^line 2: this is longer than \d+ characters$/,
    );
  });

  it("without its second file, or with one that is not its own", async () => {
    const events = await scene.written({ part: "events", end: 3n });
    const keys = await scene.written({ part: "keys", end: 3n });
    expect(await faultOf(events)).toBe("line 2: the keys of this backup are in another file");
    expect(await faultOf(keys)).toBe("line 2: this file has only keys: give the file with the events");
    expect(await faultOf(events, { keys: events })).toBe("line 2: this is not the file with the keys");
    expect(await faultOf(whole, { keys })).toBe("line 2: this backup has its keys in it: give no second file");
  });
});
