import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestListener,
  type RequestOptions,
  type Server,
  type ServerResponse,
  request as send,
} from "node:http";
import { hasBody } from "@attestory/http/parsing/body.ts";
import { problem, withHeaders } from "@attestory/http/routing/problem.ts";
import { endAfterRequest, sendProblem } from "@attestory/http/routing/send-answer.ts";
import { setSecurityHeaders } from "@attestory/http/security/security-headers.ts";
import { maxQueued, serverLimits } from "@attestory/http/server/request-limits.ts";

/** Header of a forwarded request: the address of its client's socket, the port that it came to, and the minor version of its HTTP. */
const clientHeader = "x-attestory-client";

/** They are about one connection (RFC 9110 section 7.6.1), or may come from a worker alone. `Trailer` announces what is not passed on. */
const ofConnection = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "trailer",
  "transfer-encoding",
  clientHeader,
]);

const bodiless = new Set(["GET", "HEAD"]);

/** Headers as they were sent, in pairs, without those of the connection. */
function passedOn(raw: readonly string[], but: readonly string[] = []): string[] {
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const [name = "", value = ""] = raw.slice(at, at + 2);
    const lower = name.toLowerCase();
    if (!ofConnection.has(lower) || but.includes(lower)) kept.push(name, value);
  }
  return kept;
}

/** Of a request, the coding of its body is passed on. One without a body says so, lest Node give it one. */
const headersFor = (request: IncomingMessage): string[] => [
  // The first one is the worker's, whatever a client sends.
  clientHeader,
  `${request.socket.remoteAddress ?? ""} ${request.socket.localPort} ${request.httpVersionMinor}`,
  ...passedOn(request.rawHeaders, ["transfer-encoding"]),
  ...(saysNothingOfBody(request) ? ["Content-Length", "0"] : []),
];

const saysNothingOfBody = (request: IncomingMessage): boolean =>
  !bodiless.has(request.method ?? "") && !hasBody(request) && request.headers["content-length"] === undefined;

/** Of an answer, that the connection ends after it is passed on. */
const headersBack = ({ headers, rawHeaders }: IncomingMessage): string[] => [
  ...passedOn(rawHeaders),
  ...(headers.connection?.toLowerCase() === "close" ? ["Connection", "close"] : []),
];

/**
 * Returns what passes requests on to the owner, as they were sent, and its answers back. They must be well-formed (`refuseMalformed`): what
 * two parties could read differently is never passed on. Both are streams: neither is kept here. A client
 * that leaves ends its request at the owner, too.
 */
export function forwardTo(
  socketPath: string,
): (request: IncomingMessage, response: ServerResponse, target: string) => void {
  const agent = new Agent({ keepAlive: true });
  return (request, response, path) => {
    const upstream = begun({ socketPath, agent, method: request.method, path, headers: headersFor(request) });
    if (upstream === null) return void response.writeHead(400, { Connection: "close" }).end();
    let isAnswered = false;
    upstream.on("continue", () => response.writeContinue());
    upstream.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.statusMessage ?? "", headersBack(answer));
      // Who reads a stream learns at once that it has begun.
      if (answer.headers["content-length"] === undefined) response.flushHeaders();
      answer.on("error", () => response.destroy());
      answer.on("end", () => {
        isAnswered = true;
        request.unpipe(upstream);
        endAfterRequest(request, response);
      });
      answer.pipe(response, { end: false });
    });
    upstream.on("error", (error) => {
      if (isAnswered) return;
      if (wasSent(error)) response.destroy();
      else refuse(request, response);
    });
    response.on("close", () => upstream.destroy());
    // Not only with the first byte of the body: the owner may refuse the request before.
    upstream.flushHeaders();
    if (hasBody(request)) request.pipe(upstream);
    else upstream.end();
  };
}

/** If it was, the owner may have carried it out: then its client gets no answer, as of a process that has ended. */
const wasSent = (error: NodeJS.ErrnoException): boolean => error.syscall !== "connect";

const ownerBusy = withHeaders(
  problem(503, "overloaded", "The service has too much to do. Please try again in a moment."),
  { "Retry-After": "1" },
);

/** So many requests wait for the owner that the system takes no more, or the owner is gone. */
function refuse(request: IncomingMessage, response: ServerResponse): void {
  setSecurityHeaders(response);
  sendProblem(request, response, ownerBusy);
}

/** Null: Node refuses to send what the checks have let pass. No client may end this process. */
function begun(options: RequestOptions) {
  try {
    return send(options);
  } catch {
    return null;
  }
}

/** Gives the request what it had where its client sent it. @throws TypeError it does not come from a worker */
function restore(request: IncomingMessage): void {
  const { socket, rawHeaders, headers } = request;
  const [name, value = ""] = rawHeaders.splice(0, 2);
  if (name !== clientHeader) throw new TypeError("a forwarded request does not begin with the header of a worker");
  const [address, port, minor] = value.split(" ");
  delete headers[clientHeader];
  request.httpVersionMinor = Number(minor);
  Object.defineProperty(socket, "remoteAddress", { value: address, configurable: true });
  Object.defineProperty(socket, "localPort", { value: Number(port), configurable: true });
}

/** A server for requests that workers forward. Takes no others: each begins with the header of a worker. */
function forwardedServer(handler: RequestListener): Server {
  const server = createServer({
    ...serverLimits,
    // The worker has kept the limits of its clients: what it has taken is taken here.
    maxHeaderSize: 2 * serverLimits.maxHeaderSize,
    headersTimeout: 0,
    requestTimeout: 0,
    keepAliveTimeout: 0,
  });
  server.maxHeadersCount = 0;
  server.on("request", (request, response) => {
    try {
      restore(request);
    } catch {
      return request.socket.destroy();
    }
    handler(request, response);
  });
  for (const event of ["checkContinue", "checkExpectation"]) {
    server.on(event, (request, response) => server.emit("request", request, response));
  }
  return server;
}

/** Takes the requests that workers forward, at a socket. */
export function listenForForwarded(handler: RequestListener, path: string): Promise<Server> {
  const server = forwardedServer(handler);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ path, backlog: maxQueued }, () => resolve(server));
  });
}
