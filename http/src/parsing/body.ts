import type { IncomingMessage, ServerResponse } from "node:http";
import { type ProblemAnswer, problem, withHeaders } from "../routing/problem.ts";

/** The base time for a body, and the slowest accepted pace: a body may take `limit / slowestBytesPerMs` longer. */
const patienceMs = 7_000;
const slowestBytesPerMs = 128;

/** Bytes of all bodies that have not arrived completely. A small body is read whatever the others hold. */
const mostUnfinished = 16 * 1024 * 1024;
const smallBody = 4 * 1024;
let unfinished = 0;

/** Whether the request announces a body (RFC 9112 section 6.3). */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

export const tooLarge = (limit: number) =>
  problem(413, "body_too_large", `This is too large: send at most ${Math.floor(limit / 1024).toLocaleString("en")} kB`);

const tooSlow = () => problem(408, "request_timeout", "The request took too long to arrive");

const tooMuchAtOnce = () =>
  withHeaders(problem(503, "too_many_bodies", "Too much is being sent right now. Please try again in a moment."), {
    "Retry-After": "5",
  });

const cutOff = () => problem(400, "incomplete_body", "The body ended too early");

const collect = (request: IncomingMessage, limit: number): Promise<Buffer | ProblemAnswer> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (outcome: Buffer | ProblemAnswer) => {
      unfinished -= length;
      clearTimeout(timer);
      clearImmediate(late);
      request.off("data", onData).off("end", onEnd).off("close", onClose);
      request.pause();
      resolve(outcome);
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      unfinished += chunk.length;
      if (length > limit) finish(tooLarge(limit));
      else if (length > smallBody && unfinished > mostUnfinished) finish(tooMuchAtOnce());
      else chunks.push(chunk);
    };
    const onEnd = () => finish(Buffer.concat(chunks, length));
    const onClose = () => finish(cutOff());
    // After a stall, timers run before pending input is read: read what has arrived before giving up.
    let late: NodeJS.Immediate | undefined;
    const giveUp = () => {
      late = setImmediate(finish, tooSlow());
    };
    const timer = setTimeout(giveUp, patienceMs + limit / slowestBytesPerMs);
    request.on("data", onData).on("end", onEnd).on("close", onClose);
  });

const noBody = Buffer.alloc(0);

/** Bodies are never decompressed. The refusal says what is accepted (RFC 9110 section 12.5.3). */
export const refuseCoding = ({ headers }: IncomingMessage): ProblemAnswer | null =>
  (headers["content-encoding"] ?? "identity").toLowerCase() === "identity"
    ? null
    : withHeaders(problem(415, "unsupported_encoding", "Send the body without compression"), {
        "Accept-Encoding": "identity",
      });

/**
 * Reads the whole body into memory, at most `limit` bytes. A body that announces more, or is compressed, is refused before a
 * byte is read. Refusals are 413 (too large), 415 (compressed), 408 (too slow) and 400 (cut off), and
 * 503 if all unfinished bodies together take too much memory. Sends `100 Continue` to a
 * client that waits for it (`Expect: 100-continue`), so that such a client sends nothing before it is authenticated.
 */
export const readBody = (
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<Buffer | ProblemAnswer> | Buffer | ProblemAnswer => {
  if (Number(request.headers["content-length"] ?? 0) > limit) return tooLarge(limit);
  const compressed = refuseCoding(request);
  if (compressed) return compressed;
  if (!hasBody(request)) return noBody;
  if (request.headers.expect !== undefined) response.writeContinue();
  return collect(request, limit);
};

/** The charset may be named; nothing else. No two repetitions are adjacent: a long value would be rescanned repeatedly. */
const typeWithCharset = (type: string) =>
  new RegExp(`^${type}(?:[ \\t]*;[ \\t]*charset=(?:utf-8|"utf-8"))?[ \\t]*(?:;[ \\t]*)?$`, "i");
const accepted = {
  "application/json": typeWithCharset("application/json"),
  "application/x-www-form-urlencoded": typeWithCharset("application/x-www-form-urlencoded"),
  "text/plain": typeWithCharset("text/plain"),
};
type MediaType = keyof typeof accepted;

const isOfType = ({ headers }: IncomingMessage, type: MediaType): boolean =>
  accepted[type].test(headers["content-type"] ?? "");

/** Whether the body is a form. */
export const isForm = (request: IncomingMessage): boolean => isOfType(request, "application/x-www-form-urlencoded");

/** Refuses other content types than these, and other charsets (RFC 9110 section 15.5.16). */
export const refuseOtherTypes = (request: IncomingMessage, types: readonly MediaType[]): ProblemAnswer | null =>
  types.some((type) => isOfType(request, type))
    ? null
    : withHeaders(problem(415, "unsupported_media_type", `Send the body as ${types.join(" or ")}`), {
        Accept: types.join(", "),
      });

/** Refuses other content types than JSON, and a form unless `forms` allows it. */
export const refuseMediaType = (
  request: IncomingMessage,
  { empty, forms }: { empty: boolean; forms: boolean },
): ProblemAnswer | null =>
  empty && request.headers["content-type"] === undefined
    ? null
    : refuseOtherTypes(
        request,
        forms ? ["application/json", "application/x-www-form-urlencoded"] : ["application/json"],
      );
