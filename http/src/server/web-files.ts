import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A file of the built web app, held in memory. */
export interface WebFile {
  /** Of its URL. */
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** Of the uncompressed bytes; strong, quoted (RFC 9110 section 8.8.3). */
  readonly etag: string;
  /** Whether compression is worthwhile. */
  readonly compressible: boolean;
}

export type Coding = "br" | "gzip";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

const textual = /^text\/|json|svg|javascript/;
const worthCompressing = 1_024;

const fileOf = (path: string, bytes: Buffer): WebFile => {
  const type = types[extname(path)] ?? "application/octet-stream";
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  return { path, type, bytes, etag, compressible: textual.test(type) && bytes.length > worthCompressing };
};

const hidden = (path: string) => path.endsWith(".map") || path.split(sep).some((part) => part.startsWith("."));

/** Reads a folder's files by URL path (`/assets/main.js`), without dot files and source maps. Rejects if it is missing. */
export const readWebFiles = async (folder: string): Promise<Map<string, WebFile>> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const files = paths
    .filter((path) => !hidden(path))
    .map(async (path) => fileOf(`/${path.split(sep).join("/")}`, await readFile(join(folder, path))));
  return new Map((await Promise.all(files)).map((file) => [file.path, file]));
};

const compressors = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

/** Returns a function that compresses files, each at most once per coding. */
export const compressedOnce = () => {
  const done = { br: new Map<WebFile, Promise<Buffer>>(), gzip: new Map<WebFile, Promise<Buffer>>() };
  return (file: WebFile, coding: Coding): Promise<Buffer> => {
    const bytes = done[coding].get(file) ?? compressors[coding](file.bytes);
    done[coding].set(file, bytes);
    return bytes;
  };
};
