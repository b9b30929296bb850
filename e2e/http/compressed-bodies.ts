import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { type DeclaredRoute, filled } from "./declared-routes.ts";
import { type Received, send } from "./wire.ts";

const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
/** Every content coding, and two combinations of several. */
export const codings: Record<string, (body: Buffer) => Buffer> = {
  gzip: (body) => gzipSync(body),
  "x-gzip": (body) => gzipSync(body),
  deflate: (body) => deflateSync(body),
  br: (body) => brotliCompressSync(body, fast),
  zstd: (body) => zstdCompressSync(body),
  "gzip, gzip": (body) => gzipSync(gzipSync(body)),
  "identity, gzip": (body) => gzipSync(body),
};

/** JSON of this many megabytes that compresses well. */
export const spread = (megabytes: number): Buffer =>
  Buffer.concat([Buffer.from('{"email":"'), Buffer.alloc(megabytes * 1024 * 1024, "a"), Buffer.from('"}')]);

export const headersOf = (coding: string, token: string) => ({
  "content-type": "application/json",
  "content-encoding": coding,
  authorization: `Bearer ${token}`,
});

type Place = Pick<DeclaredRoute, "method" | "path"> & Partial<Pick<DeclaredRoute, "oauth">>;
/** Pages of the web app, which accept no body. */
export const pages: Place[] = [
  { method: "GET", path: "/" },
  { method: "POST", path: "/login" },
];

/** The expected status: the size limit is checked before the coding, and pages ignore the body. */
export const statusDue = (place: Place, body: Buffer): number => {
  if (place.path === "/") return 200;
  if (place.path === "/login") return 405;
  return body.length > 100 * 1024 ? 413 : refusalOfCoding(place).status;
};

/** How a compressed body is refused: the OAuth protocol has a form of its own (RFC 6749 section 5.2). */
export const refusalOfCoding = ({ oauth = false }: Place): { status: number; body: object } =>
  oauth ? { status: 400, body: { error: "invalid_request" } } : { status: 415, body: { code: "unsupported_encoding" } };

export const sendCompressed = (
  url: string,
  { method, path }: Place,
  { coding, body, token }: { coding: string; body: Buffer; token: string },
): Promise<Received> => {
  const headers = { ...headersOf(coding, token), "content-length": String(body.length) };
  return send(url, `${method} ${filled(path, crypto.randomUUID())}`, { headers, body });
};
