/** Bytes or characters in a row that are no coincidence. */
const windowLength = 12;

function* windowsOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at + windowLength <= bytes.length; at++) yield bytes.subarray(at, at + windowLength);
}

/** The key as it is and in the encodings in which a key is usually written. */
function spellingsOf(key: Buffer): Record<string, Buffer[]> {
  const hex = key.toString("hex");
  // In base64, a character depends on where in a group of three its byte is: the key may begin in the middle of one.
  const shifted = [0, 1, 2].map((skipped) => key.subarray(skipped, key.length - ((key.length - skipped) % 3)));
  return {
    bytes: [key],
    hex: [Buffer.from(hex), Buffer.from(hex.toUpperCase())],
    base64: shifted.map((part) => Buffer.from(part.toString("base64"))),
    base64url: shifted.map((part) => Buffer.from(part.toString("base64url"))),
  };
}

/** The encodings in which the bytes contain the key or twelve bytes or characters of it. */
export const tracesOfKey = (bytes: Buffer, key: Buffer): string[] =>
  Object.entries(spellingsOf(key)).flatMap(([encoding, spellings]) =>
    spellings.some((spelling) => windowsOf(spelling).some((window) => bytes.includes(window))) ? [encoding] : [],
  );
