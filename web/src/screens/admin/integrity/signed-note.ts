/** Signed notes in the browser: https://c2sp.org/signed-note. The service has the same in `event-store/src/notary/signed-note.ts`. */

export type Subtle = Pick<SubtleCrypto, "digest" | "importKey" | "verify">;

/** What a checkpoint states: the first `size` events of the log have this root. https://c2sp.org/tlog-checkpoint */
export interface TreeHead {
  size: number;
  root: Uint8Array<ArrayBuffer>;
}

/** `not-checked`: this browser has no Ed25519. `wrong`: the key has not signed this note. */
export type Signature = "right" | "wrong" | "not-checked";

/** The statement of a checkpoint of the log with this name; null if it is none. */
export function readCheckpoint(note: string, log: string): TreeHead | null {
  const [, origin, size, encoded = ""] = /^(.+)\n([1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n/.exec(note) ?? [];
  const root = bytesOf(encoded);
  return origin === log && root?.length === 32 ? { size: Number(size), root } : null;
}

/** The name in a verifier key: `name+hash+key`. */
export const nameOfKey = (verifierKey: string): string => verifierKey.split("+")[0] ?? "";

export async function checkSignature(note: string, verifierKey: string, subtle: Subtle): Promise<Signature> {
  const key = readVerifierKey(verifierKey);
  const end = note.lastIndexOf("\n\n");
  if (!key || end === -1 || key.mark !== (await markOf(key, subtle))) return "wrong";
  const text = new TextEncoder().encode(note.slice(0, end + 1));
  for (const line of note.slice(end + 2).split("\n")) {
    const [, name, encoded = ""] = /^\u2014 (\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
    const signature = bytesOf(encoded);
    if (name !== key.name || signature?.length !== 68 || hex(signature.subarray(0, 4)) !== key.mark) continue;
    const found = await checkEd25519({ key: key.bytes.slice(1), signature: signature.slice(4), text }, subtle);
    if (found !== "wrong") return found;
  }
  return "wrong";
}

interface VerifierKey {
  name: string;
  mark: string;
  /** The signature type, and the public key. */
  bytes: Uint8Array<ArrayBuffer>;
}

function readVerifierKey(word: string): VerifierKey | null {
  const [, name = "", mark = "", encoded = ""] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(word) ?? [];
  const bytes = bytesOf(encoded);
  return bytes?.length === 33 && bytes[0] === 1 ? { name, mark, bytes } : null;
}

/** Four bytes that say which key made a signature. */
async function markOf({ name, bytes }: VerifierKey, subtle: Subtle): Promise<string> {
  const named = new TextEncoder().encode(`${name}\n`);
  const input = new Uint8Array(named.length + bytes.length);
  input.set(named);
  input.set(bytes, named.length);
  return hex(new Uint8Array(await subtle.digest("SHA-256", input)).subarray(0, 4));
}

type Signed = Record<"key" | "signature" | "text", Uint8Array<ArrayBuffer>>;

async function checkEd25519({ key, signature, text }: Signed, subtle: Subtle): Promise<Signature> {
  try {
    const imported = await subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    return (await subtle.verify("Ed25519", imported, signature, text)) ? "right" : "wrong";
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotSupportedError") return "not-checked";
    throw error;
  }
}

/** Of base64; null if it is none. */
export function bytesOf(encoded: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
