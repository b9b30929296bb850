import { randomBytes } from "node:crypto";

const poolBytes = 4096;
let pool = randomBytes(poolBytes);
let used = 0;

/**
 * Random bytes for a nonce, which is no secret. Asking the system for many at once costs a hundredth of asking for each. No byte is given
 * twice. @throws RangeError for more than 4,096 bytes
 */
export function randomNonce(bytes: number): Buffer {
  if (bytes > poolBytes) throw new RangeError(`a nonce has at most ${poolBytes} bytes`);
  if (used + bytes > poolBytes) {
    // A new buffer: those who keep a nonce have a part of this one.
    pool = randomBytes(poolBytes);
    used = 0;
  }
  used += bytes;
  return pool.subarray(used - bytes, used);
}
