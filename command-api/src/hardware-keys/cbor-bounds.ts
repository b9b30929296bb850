/** The deepest that attestation objects and COSE keys nest is two. */
const deepest = 8;

interface Head {
  major: number;
  /** A length, a count or a value. */
  argument: number;
  /** Where the content starts. */
  next: number;
}

/**
 * Where the CBOR item that starts at `start` ends. Null if it is cut off, nests deeper than any real key's answer, or is of indefinite
 * length, which CTAP2's canonical form does not have. Reads no content, so its cost grows with the bytes that are there.
 */
export function cborEnd(bytes: Uint8Array, start: number, depth = 0): number | null {
  const head = depth > deepest ? null : headAt(bytes, start);
  if (!head) return null;
  if (isString(head)) return head.next + head.argument <= bytes.length ? head.next + head.argument : null;
  const items = itemsIn(head);
  let at: number | null = head.next;
  // Each item takes a byte at least: a false count ends where the bytes do.
  for (let item = 0; item < items && at !== null; item++) at = cborEnd(bytes, at, depth + 1);
  return at;
}

const isString = ({ major }: Head): boolean => major === 2 || major === 3;

function itemsIn({ major, argument }: Head): number {
  if (major === 4) return argument;
  if (major === 5) return 2 * argument;
  return major === 6 ? 1 : 0;
}

/** Null if the head is cut off, reserved or of indefinite length (RFC 8949 section 3). */
function headAt(bytes: Uint8Array, at: number): Head | null {
  const first = bytes[at];
  if (first === undefined) return null;
  const info = first & 0x1f;
  if (info < 24) return { major: first >> 5, argument: info, next: at + 1 };
  if (info > 27) return null;
  const size = 2 ** (info - 24);
  const next = at + 1 + size;
  if (next > bytes.length) return null;
  const argument = bytes.subarray(at + 1, next).reduce((sum, byte) => sum * 256 + byte, 0);
  return { major: first >> 5, argument, next };
}
