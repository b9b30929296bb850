import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "../observability/log.ts";
import { requestIdOf } from "../observability/request-record.ts";
import { notFound, problem } from "./problem.ts";
import { sendProblem } from "./send-answer.ts";

/** A path that cannot be decoded is answered 404; any other error is an internal error. */
const isUndecodable = (error: unknown) => error instanceof URIError;

/** The client disconnected while its answer was being streamed. */
const isGone = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";

export type FailureHandler = (error: unknown, request: IncomingMessage, response: ServerResponse) => void;

/**
 * Answers a request whose handling threw: the client gets only the request's id, the log gets the error. An answer that has
 * begun is cut off, so that the client cannot take half of it for the whole.
 */
export const failureHandler =
  (log: Log): FailureHandler =>
  (err, request, response) => {
    const requestId = requestIdOf(response);
    if (isUndecodable(err) && !response.headersSent) return sendProblem(request, response, notFound());
    if (isGone(err)) return log.debug({ requestId }, "client disconnected before the answer ended");
    log.error({ requestId, err }, "request failed");
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const message = `Something went wrong on our side. If it happens again, tell us this number: ${requestId}`;
    sendProblem(request, response, problem(500, "internal", message));
  };
