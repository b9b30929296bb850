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

/** Returns a function that renders the page with a new nonce at each call: in place of every `__NONCE__`, and in its policy. */
const pageOf = (html: string) => {
  const parts = html.split("__NONCE__");
  return () => {
    const nonce = randomBytes(16).toString("base64url");
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": pagePolicy(nonce) };
    return { status: 200, body: parts.join(nonce), headers };
  };
};

const fileSender = () => {
  const compressed = compressedOnce();
  const codingFor = (request: Request, file: WebFile): Coding | undefined => {
    if (!file.compressible) return undefined;
    return (["br", "gzip"] as const).find((coding) => request.acceptsEncodings(coding));
  };
  return async (request: Request, response: Response, path: string, file: WebFile) => {
    response.setHeader("Cache-Control", path.startsWith(hashedFolder) ? forEver : askAgain);
    const coding = codingFor(request, file);
    const etag = coding ? file.etag.replace(/"$/, `-${coding}"`) : file.etag;
    response.setHeader("ETag", etag);
    if (file.compressible) response.setHeader("Vary", "Accept-Encoding");
    if (request.headers["if-none-match"] === etag) {
      response.writeHead(304).end();
      return;
    }
    if (coding) response.setHeader("Content-Encoding", coding);
    const body = coding ? await compressed(file, coding) : file.bytes;
    await sendAnswer(request, response, { status: 200, body, headers: { "Content-Type": file.type } });
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
  files.delete("/index.html");
  const page = pageOf(index.bytes.toString("utf8"));
  const sendFile = fileSender();
  return async (request, response) => {
    const path = decoded(request.path);
    const file = path === null ? undefined : files.get(path);
    if (path === null || !(file || isScreen(path))) return sendProblem(request, response, notFound());
    if (request.method !== "GET" && request.method !== "HEAD") {
      return sendProblem(request, response, methodNotAllowed("GET, HEAD"));
    }
    await (file ? sendFile(request, response, path, file) : sendAnswer(request, response, page()));
  };
};
