import { BackupFault } from "./backup-fault.ts";

/** Longer than any line of a backup: an event has at most a megabyte of data, and quotes may double it. */
const longestLine = 8 << 20;

/** Bytes that no line has: control characters, also carriage returns. A backup has them only as escapes within JSON. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const control = /[\u0000-\u0009\u000b-\u001f\u007f]/;

/**
 * The lines of a file, in batches, without their line feeds. The last one must have one, too.
 * @throws BackupFault if the file is not UTF-8, has control characters or a line that is too long, or does not end with a line feed
 */
export async function* splitLines(file: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let rest = "";
  let read = 0;
  const decoded = (bytes?: Uint8Array): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw new BackupFault(read + 1, "this is not UTF-8");
    }
  };
  for await (const bytes of file) {
    const text = decoded(bytes);
    const lines = text.split("\n");
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? "";
    if (control.test(text)) {
      const at = [...lines, rest].findIndex((line) => control.test(line));
      throw new BackupFault(read + at + 1, "this has a control character");
    }
    const tooLong = [...lines, rest].findIndex((line) => line.length > longestLine);
    if (tooLong !== -1) throw new BackupFault(read + tooLong + 1, `this is longer than ${longestLine} characters`);
    read += lines.length;
    if (lines.length > 0) yield lines;
  }
  decoded();
  if (rest !== "") throw new BackupFault(read + 1, "the file ends within this line");
}
