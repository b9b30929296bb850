import { type NoteKey, openNote, signNote } from "./signed-note.ts";

/** What a checkpoint states: the first `size` events of the log have this root. https://c2sp.org/tlog-checkpoint */
export interface TreeHead {
  size: number;
  /** 32 bytes. */
  root: Buffer;
}

/** The note of a checkpoint: the name of the log, which is that of its key, the size and the root; and the signature. */
export const signCheckpoint = ({ size, root }: TreeHead, key: NoteKey): string =>
  signNote(`${key.name}\n${size}\n${root.toString("base64")}\n`, key);

/** Null unless it is a checkpoint of this log that the key has signed. */
export function openCheckpoint(note: string, key: NoteKey): TreeHead | null {
  const text = openNote(note, key);
  const [, origin, size, root = ""] = /^(.+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n/.exec(text ?? "") ?? [];
  const bytes = Buffer.from(root, "base64");
  if (origin !== key.name || bytes.length !== 32) return null;
  return { size: Number(size), root: bytes };
}
