import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type ProblemAnswer, problem, withHeaders } from "../routing/problem.ts";
import { securityHeaders } from "../security/security-headers.ts";

const methods = "GET, HEAD, POST, PUT, DELETE, OPTIONS";
const unknownMethod = withHeaders(problem(405, "method_not_allowed", "This method is not known"), { Allow: methods });

const refusals: Readonly<Record<string, ProblemAnswer>> = {
  HPE_HEADER_OVERFLOW: problem(431, "headers_too_large", "The request's headers are too large"),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: problem(413, "body_too_large", "The request's chunk extensions are too large"),
  HPE_INVALID_METHOD: unknownMethod,
  ERR_HTTP_REQUEST_TIMEOUT: problem(408, "request_timeout", "The request took too long to arrive"),
};
const unreadable = problem(400, "malformed_request", "The request is not valid HTTP");

const lingerMs = 500;
const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  405: "Method Not Allowed",
  408: "Request Timeout",
  413: "Content Too Large",
  431: "Request Header Fields Too Large",
};

const closeWith = (socket: Duplex, { status, problem: body, headers }: ProblemAnswer) => {
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...securityHeaders,
    ...headers,
    "Content-Type": "application/problem+json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(text)),
    Connection: "close",
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\n${lines.join("\r\n")}\r\n\r\n${text}`);
  setTimeout(() => socket.destroy(), lingerMs).unref();
};

/**
 * Answers input that Node does not deliver as a request: 400, 405, 408, 413 or 431 with a problem body, then closes the connection.
 * Neither overtakes nor cuts the answer to an earlier request on the same connection: one request, one answer.
 */
export const answerUnparsableRequests = (server: Server): void => {
  const current = new WeakMap<Duplex, Exchange | null>();
  const refused = new WeakSet<Duplex>();
  server.on("request", (request, response) => {
    const { socket } = request;
    current.set(socket, { request, response });
    // An idle connection keeps no reference to its last request. To delete the entry would rebuild the map again and again.
    response.on("close", () => current.get(socket)?.response === response && current.set(socket, null));
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else if (!finishEarlier(socket, current.get(socket))) closeWith(socket, refusals[error.code ?? ""] ?? unreadable);
  });
  server.on("connect", (_request, socket) => closeWith(socket, unknownMethod));
};

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Whether an answer is in progress that the error must not disturb; the connection closes after that answer. */
const finishEarlier = (socket: Duplex, earlier: Exchange | null | undefined): boolean => {
  if (!earlier || earlier.response.writableFinished) return false;
  const { request, response } = earlier;
  // A broken request behind others has no socket yet: its handler answers it in its turn.
  const isBroken = !request.complete && response.socket !== null;
  if (isBroken && !response.headersSent) return false;
  if (isBroken && response.getHeader("Connection") !== "close") {
    socket.destroy();
    return true;
  }
  if (!response.headersSent) response.setHeader("Connection", "close");
  response.once("close", () => socket.destroy());
  return true;
};
