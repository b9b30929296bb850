import { randomBytes } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { methodNotAllowed, notFound } from "../routing/not-found.ts";
import { sendAnswer, sendProblem } from "../routing/send-answer.ts";
import { pagePolicy } from "../security/security-headers.ts";
import { type Coding, compressedOnce, readWebFiles, type WebFile } from "./web-files.ts";

const hashedFolder = "/assets/";
const forEver = "public, max-age=31536000, immutable";
const askAgain = "no-cache";

/** Paths of the app's screens have no extension and no part that starts with a dot. */
const isScreen = (path: string) =>
  !path.startsWith(hashedFolder) && !path.includes("/.") && !path.slice(path.lastIndexOf("/")).includes(".");

const decoded = (path: string): string | null => {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
};

/**
 * The `Link` header of each screen's path, from the build's list of files: the browser fetches them beside the app's own files. Not
 * `modulepreload`: some browsers keep its failure (docs/decisions/code-is-fetched-before-it-is-imported.md).
 */
const linksOf = (screens: WebFile | undefined): ReadonlyMap<string, string> => {
  const filesOf: Record<string, string[]> = JSON.parse(screens?.bytes.toString("utf8") ?? "{}");
  const linkTo = (file: string) => `<${file}>; rel=preload; as=fetch; crossorigin`;
  return new Map(Object.entries(filesOf).map(([path, files]) => [path, files.map(linkTo).join(", ")]));
};

/** Returns a function that renders the page of a path with a new nonce: in place of every `__NONCE__`, and in its policy. */
const pageOf = (html: string, links: ReadonlyMap<string, string>) => {
  const parts = html.split("__NONCE__");
  return (path: string) => {
    const nonce = randomBytes(16).toString("base64url");
    const link = links.get(path);
    const headers = {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": pagePolicy(nonce),
      ...(link && { Link: link }),
    };
    return { status: 200, body: parts.join(nonce), headers };
  };
};

/** The coding to send; undefined for the file as it is. */
const codingFor = (request: Request, file: WebFile): Coding | undefined =>
  file.compressible ? (["br", "gzip"] as const).find((coding) => request.acceptsEncodings(coding)) : undefined;

/** Headers of a 200 and of a 304. */
const cacheHeaders = (file: WebFile, coding: Coding | undefined): Record<string, string> => ({
  "Cache-Control": file.path.startsWith(hashedFolder) ? forEver : askAgain,
  ETag: coding ? file.etag.replace(/"$/, `-${coding}"`) : file.etag,
  ...(file.compressible && { Vary: "Accept-Encoding" }),
});

const fileSender = () => {
  const compressed = compressedOnce();
  return async (request: Request, response: Response, file: WebFile) => {
    const coding = codingFor(request, file);
    const cached = cacheHeaders(file, coding);
    if (request.headers["if-none-match"] === cached.ETag) {
      response.writeHead(304, cached).end();
      return;
    }
    const headers = { ...cached, "Content-Type": file.type, ...(coding && { "Content-Encoding": coding }) };
    const body = coding ? await compressed(file, coding) : file.bytes;
    await sendAnswer(request, response, { status: 200, body, headers });
  };
};

/**
 * Serves a built web app from memory: its files, and its page at every path that could be a screen. A missing file with an
 * extension is 404. So are dot files and source maps, present or not.
 */
export const webApp = async (folder: string): Promise<RequestHandler> => {
  const files = await readWebFiles(folder);
  const index = files.get("/index.html");
  if (!index) throw new Error("The web app is not built: there is no index.html");
  const page = pageOf(index.bytes.toString("utf8"), linksOf(files.get("/screens.json")));
  for (const path of ["/index.html", "/screens.json"]) files.delete(path);
  const sendFile = fileSender();
  const isServed = (path: string | null): path is string => path !== null && (files.has(path) || isScreen(path));
  return async (request, response) => {
    const path = decoded(request.path);
    if (!isServed(path)) return sendProblem(request, response, notFound());
    if (request.method !== "GET" && request.method !== "HEAD") {
      return sendProblem(request, response, methodNotAllowed("GET, HEAD"));
    }
    const file = files.get(path);
    await (file ? sendFile(request, response, file) : sendAnswer(request, response, page(path)));
  };
};
