import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { askAgain, type StoredFile, storedFile } from "../routing/stored-file.ts";

/** A file of the built web app. */
export interface WebFile extends StoredFile {
  /** Of its URL. */
  readonly path: string;
}

/** The names of files here contain a digest of their content. */
export const hashedFolder = "/assets/";
const forEver = "public, max-age=31536000, immutable";

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

const fileOf = (path: string, bytes: Buffer): WebFile => {
  const type = types[extname(path)] ?? "application/octet-stream";
  return { path, ...storedFile(type, bytes, path.startsWith(hashedFolder) ? forEver : askAgain) };
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
