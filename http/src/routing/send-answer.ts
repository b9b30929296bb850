import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { hasBody } from "../parsing/body.ts";
import type { Answer, RawBody } from "./answer.ts";
import { answersInOAuthForm, inOAuthForm } from "./oauth-error.ts";
import { isProblem, type ProblemAnswer } from "./problem.ts";
import { answersAsPage, problemPage } from "./problem-page.ts";

/** How long the rest of a refused body is read and discarded, so that the client gets the answer and not a reset. */
const lingerMs = 1_000;

const setAll = (response: ServerResponse, headers: Readonly<Record<string, string>> | undefined) => {
  for (const name in headers) response.setHeader(name, headers[name] ?? "");
};

const isArriving = (request: IncomingMessage): boolean => hasBody(request) && !request.readableEnded;

/** Ends an answer that is written. If its request is still arriving, first discards the rest of that, for a while. */
export const endAfterRequest = (request: IncomingMessage, response: ServerResponse): void => {
  if (!isArriving(request)) return void response.end();
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, lingerMs);
  request.once("end", end).once("close", end).resume();
};

/** Answers a request that is still arriving, and closes the connection. */
const endBeforeRequest = (request: IncomingMessage, response: ServerResponse, payload: string | Uint8Array) => {
  response.setHeader("Connection", "close");
  if (payload.length > 0) response.write(payload);
  else response.flushHeaders();
  endAfterRequest(request, response);
};

const sendBytes = (request: IncomingMessage, response: ServerResponse, payload: string | Uint8Array) => {
  if (response.statusCode !== 204) response.setHeader("Content-Length", Buffer.byteLength(payload));
  if (isArriving(request)) endBeforeRequest(request, response, payload);
  else response.end(payload);
};

const isRaw = (body: unknown, response: ServerResponse): body is RawBody =>
  response.hasHeader("Content-Type") &&
  (typeof body === "string" || body instanceof Uint8Array || body instanceof Readable);

const sendBody = async (request: IncomingMessage, response: ServerResponse, { body, json }: Answer) => {
  if (json !== undefined) sendJson(request, response, json);
  else if (body === undefined) sendBytes(request, response, "");
  else if (!isRaw(body, response)) sendJson(request, response, JSON.stringify(body));
  else if (body instanceof Readable) await sendStream(response, body);
  else sendBytes(request, response, body);
};

/** `pipeline` listens several times for the end of the answer, as others do, and Node takes more than ten for a leak. */
const sendStream = (response: ServerResponse, body: Readable): Promise<void> => {
  response.setMaxListeners(2 * response.getMaxListeners());
  return pipeline(body, response);
};

const sendJson = (request: IncomingMessage, response: ServerResponse, json: string) => {
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  sendBytes(request, response, json);
};

const sendOAuthError = (request: IncomingMessage, response: ServerResponse, refusal: ProblemAnswer) => {
  const { status, body } = inOAuthForm(refusal);
  response.statusCode = status;
  sendJson(request, response, JSON.stringify(body));
};

/** Sends a refusal as `application/problem+json`, or as RFC 6749 says at an OAuth protocol endpoint, or as a page. Every 401 carries a challenge (RFC 9110 section 11.6.1). */
export const sendProblem = (request: IncomingMessage, response: ServerResponse, refusal: ProblemAnswer): void => {
  const { status, problem, headers } = refusal;
  response.statusCode = status;
  if (status === 401) response.setHeader("WWW-Authenticate", "Bearer");
  setAll(response, headers);
  const page = answersAsPage(response);
  if (answersInOAuthForm(response)) {
    sendOAuthError(request, response, refusal);
  } else if (page) {
    const { body, headers: ofPage } = problemPage(refusal, page, String(response.getHeader("X-Request-Id")));
    setAll(response, ofPage);
    sendBytes(request, response, body);
  } else {
    response.setHeader("Content-Type", "application/problem+json; charset=utf-8");
    sendBytes(request, response, JSON.stringify(problem));
  }
};

/** Sends a route's answer. Resolves once the answer is passed to Node; rejects if a streamed body breaks off. */
export const sendAnswer = async (
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer | ProblemAnswer,
): Promise<void> => {
  if (isProblem(answer)) return sendProblem(request, response, answer);
  response.statusCode = answer.status;
  setAll(response, answer.headers);
  if (answer.cookies?.length) response.setHeader("Set-Cookie", answer.cookies);
  await sendBody(request, response, answer);
};
