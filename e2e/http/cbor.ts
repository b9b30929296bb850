/** Just enough CBOR (RFC 8949) to write what an authenticator answers. */
export type Cbor = number | string | Uint8Array | Map<number | string, Cbor> | readonly Cbor[];

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument]);
  if (argument < 0x100) return Buffer.from([(major << 5) | 24, argument]);
  if (argument < 0x1_0000) return Buffer.from([(major << 5) | 25, argument >> 8, argument & 0xff]);
  const long = Buffer.alloc(5);
  long.writeUInt8((major << 5) | 26);
  long.writeUInt32BE(argument, 1);
  return long;
}

const isMap = (value: Cbor): value is Map<number | string, Cbor> => value instanceof Map;

export function encodeCbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (isMap(value)) {
    const members = [...value].flatMap(([key, each]) => [encodeCbor(key), encodeCbor(each)]);
    return Buffer.concat([head(5, value.size), ...members]);
  }
  return Buffer.concat([head(4, value.length), ...value.map(encodeCbor)]);
}
