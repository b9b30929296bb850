import { createCipheriv, hash } from "node:crypto";

/** Random values that repeat for the same seed and place: AES-128 in counter mode over zero bytes. */
export interface Chance {
  bytes(length: number): Buffer;
  /** Has the format of a version 4 UUID. */
  uuid(): string;
  /** At least 0 and below 1. */
  fraction(): number;
  below(limit: number): number;
  oneOf<T>(list: readonly T[]): T;
}

const drawnAtOnce = 1024;

export function seededBytes(seed: string, place: number): Chance {
  const start = Buffer.alloc(16);
  start.writeUInt32BE(place);
  const cipher = createCipheriv("aes-128-ctr", hash("sha256", seed, "buffer").subarray(0, 16), start);
  const nothing = Buffer.alloc(drawnAtOnce);
  let drawn = cipher.update(nothing);
  let used = 0;

  const bytes = (length: number) => {
    if (used + length > drawn.length) {
      drawn = cipher.update(nothing);
      used = 0;
    }
    used += length;
    return drawn.subarray(used - length, used);
  };
  const fraction = () => bytes(4).readUInt32BE() / 2 ** 32;
  const below = (limit: number) => Math.floor(fraction() * limit);
  return {
    bytes,
    uuid() {
      const id = Buffer.from(bytes(16));
      id.writeUInt8(((id[6] ?? 0) & 0x0f) | 0x40, 6);
      id.writeUInt8(((id[8] ?? 0) & 0x3f) | 0x80, 8);
      return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    },
    fraction,
    below,
    oneOf: <T>(list: readonly T[]) => list[below(list.length)] as T,
  };
}
