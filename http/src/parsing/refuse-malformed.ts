import type { IncomingMessage } from "node:http";
import { type ProblemAnswer, problem, withHeaders } from "../routing/problem.ts";

const maxHeaders = 100;
const hostPattern = /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

const closing = (answer: ProblemAnswer) => withHeaders(answer, { Connection: "close" });
const refuse = (message: string) => closing(problem(400, "malformed_request", message));

/**
 * Strips scheme and authority from an absolute target; false if they differ from Host. RFC 9112 section 3.2.2 lets the target win then,
 * but another party may have read Host. The target's authority stands for Host where HTTP/1.0 sends none.
 */
const acceptAbsoluteForm = (request: IncomingMessage): boolean => {
  const { headers, url = "" } = request;
  const target = URL.parse(url);
  if (!target || !/^https?:$/.test(target.protocol) || /^[^/]*\/\/[^/?]*@/.test(url)) return false;
  headers.host ??= target.host;
  if (target.host !== URL.parse(`${target.protocol}//${headers.host}`)?.host) return false;
  request.url = target.pathname + target.search;
  return true;
};

/** HTTP/1.1 requires a Host header (RFC 9112 section 3.2). */
const hostFits = ({ headers, httpVersionMinor }: IncomingMessage): boolean =>
  headers.host === undefined ? httpVersionMinor === 0 : hostPattern.test(headers.host);

const unknownCoding = closing(
  problem(501, "unsupported_transfer_coding", "Send the body without a transfer coding, or only with chunked"),
);

/** Refuses every transfer coding but chunked, which is the only one that is decoded (RFC 9112 section 6.1). */
const refuseCoding = ({ headers, httpVersionMinor }: IncomingMessage): ProblemAnswer | null => {
  const coding = headers["transfer-encoding"];
  if (coding === undefined) return null;
  if (httpVersionMinor === 0) return refuse("HTTP/1.0 knows no transfer coding");
  return /^[\s,]*chunked[\s,]*$/i.test(coding) ? null : unknownCoding;
};

/**
 * Refuses requests that Node's parser accepts but two parties could read differently: more than one Host (the server joins
 * them with a comma) or none, a target on another host, HTTP/1.0 with a transfer coding, too many headers, an unsupported
 * expectation (RFC 9110 section 10.1.1), or a transfer coding other than chunked.
 */
export const refuseMalformed = (request: IncomingMessage): ProblemAnswer | null => {
  const { headers, rawHeaders, url = "" } = request;
  if (rawHeaders.length > 2 * maxHeaders) {
    return closing(problem(431, "too_many_headers", "The request has too many headers"));
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== "100-continue") {
    return problem(417, "expectation_failed", "This expectation cannot be met");
  }
  if (!hostFits(request)) return refuse("The Host header cannot be read");
  const codingRefusal = refuseCoding(request);
  if (codingRefusal) return codingRefusal;
  if (url.startsWith("/") || (url === "*" && request.method === "OPTIONS")) return null;
  return acceptAbsoluteForm(request) ? null : refuse("The request names another host than Host does");
};
