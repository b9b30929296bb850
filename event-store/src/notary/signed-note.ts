import { createPublicKey, hash, type KeyObject, sign, timingSafeEqual, verify } from "node:crypto";

/** Signed notes: https://c2sp.org/signed-note. A text that ends with a newline, an empty line, and a line for each signature. */

/** The signature type of Ed25519 (RFC 8032). */
const ed25519 = Buffer.from([1]);
const dash = "\u2014";

/** An Ed25519 key and its name, which has neither spaces nor plus signs. */
export interface NoteKey {
  name: string;
  key: KeyObject;
}

const rawKey = (key: KeyObject): Buffer =>
  Buffer.from((key.type === "private" ? createPublicKey(key) : key).export({ format: "jwk" }).x ?? "", "base64url");

/** Four bytes that say which key made a signature. */
const keyHash = ({ name, key }: NoteKey): Buffer =>
  hash("sha256", Buffer.concat([Buffer.from(`${name}\n`), ed25519, rawKey(key)]), "buffer").subarray(0, 4);

/** The public key as one word, `name+hash+key`, for whoever verifies notes. */
export const verifierKey = (key: NoteKey): string =>
  `${key.name}+${keyHash(key).toString("hex")}+${Buffer.concat([ed25519, rawKey(key.key)]).toString("base64")}`;

/** Null if the word is no Ed25519 verifier key. */
export function readVerifierKey(word: string): NoteKey | null {
  const [, name = "", mark, encoded = ""] = /^([^\s+]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(word) ?? [];
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.length !== 33 || bytes[0] !== ed25519[0]) return null;
  const jwk = { kty: "OKP", crv: "Ed25519", x: bytes.subarray(1).toString("base64url") };
  const key = { name, key: createPublicKey({ key: jwk, format: "jwk" }) };
  return keyHash(key).toString("hex") === mark ? key : null;
}

/** Signs the text, which ends with a newline, with a private key. */
export function signNote(text: string, key: NoteKey): string {
  const signature = Buffer.concat([keyHash(key), sign(null, Buffer.from(text), key.key)]);
  return `${text}\n${dash} ${key.name} ${signature.toString("base64")}\n`;
}

/** The text of a note that this key has signed; null of any other. Signatures of other keys are ignored. */
export function openNote(note: string, key: NoteKey): string | null {
  const end = note.lastIndexOf("\n\n");
  if (end === -1 || !note.endsWith("\n")) return null;
  const text = note.slice(0, end + 1);
  const isBy = (line: string): boolean => {
    const [, name, encoded = ""] = /^\u2014 (\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
    const bytes = Buffer.from(encoded, "base64");
    if (name !== key.name || bytes.length !== 68 || !timingSafeEqual(bytes.subarray(0, 4), keyHash(key))) return false;
    return verify(null, Buffer.from(text), publicOf(key.key), bytes.subarray(4));
  };
  return note
    .slice(end + 2, -1)
    .split("\n")
    .some(isBy)
    ? text
    : null;
}

const publicOf = (key: KeyObject): KeyObject => (key.type === "private" ? createPublicKey(key) : key);
