import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { z } from "zod";
import { hasBody, refuseCoding, refuseOtherTypes, tooLarge } from "../parsing/body.ts";
import { UploadFault, uploadedText } from "../parsing/uploaded-text.ts";
import { invalidField, type ProblemAnswer, problem } from "./problem.ts";

/** A file in the body of a request, of any size. */
export interface Upload {
  /** Its bytes, as they arrive. Throws `UploadFault` if the body ends early or is not of the form that was announced. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

const field = "sqlContent";
/** A JSON body that has a file as a text. */
export const uploadBody = z.strictObject({ [field]: z.string("This must be text").describe("The text of the file") });
/** Of a JSON body, in bytes. */
const mostJsonBytes = 100 * 1024 * 1024;

/** Whether there is no body, or it is JSON that is short enough to be read and checked as that of any other call. */
export const isShortJson = (request: IncomingMessage, limit: number): boolean => {
  const { "content-type": type, "content-length": length = Number.POSITIVE_INFINITY } = request.headers;
  return hasBody(request) ? isJson(type) && Number(length) <= limit : type === undefined;
};

const isJson = (type = ""): boolean => type.toLowerCase().startsWith("application/json");

/** The file of a body that was read. */
export const uploadOf = (body: unknown): Upload => {
  const { [field]: text } = uploadBody.parse(body);
  return { bytes: Readable.from([Buffer.from(text)]) };
};

/** The file is sent as `text/plain`, or as the text of a field of a JSON object. */
export function openUpload(request: IncomingMessage, response: ServerResponse): Upload | ProblemAnswer {
  const refusal = refuseCoding(request) ?? refuseOtherTypes(request, ["text/plain", "application/json"]);
  if (refusal) return refusal;
  if (!hasBody(request)) return problem(400, "empty_body", "This call needs a body");
  const isField = isJson(request.headers["content-type"]);
  if (isField && Number(request.headers["content-length"] ?? 0) > mostJsonBytes) return tooLarge(mostJsonBytes);
  if (request.headers.expect !== undefined) response.writeContinue();
  const bytes = bytesOf(request);
  return { bytes: isField ? uploadedText(bytes, { field, mostBytes: mostJsonBytes }) : bytes };
}

/** The answer to a file that does not arrive as it was announced, or has the wrong content. */
export const refusedUpload = ({ message }: Error): ProblemAnswer =>
  invalidField(field, `Refused: ${message}. Nothing was changed.`);

/** Of a body of which nothing more arrives. One import runs at a time: a client that stalls must not keep out the others. */
const patienceMs = 30_000;

/** What is not read is left in the request, so that a refusal still reaches the client. */
async function* bytesOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  const pieces = request.iterator({ destroyOnReturn: false });
  for (;;) {
    const piece = await inTime(pieces.next());
    if (piece.done) return;
    yield piece.value;
  }
}

/** @throws UploadFault */
async function inTime<Piece>(arriving: Promise<Piece>): Promise<Piece> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new UploadFault(`nothing arrived for ${patienceMs / 1000} s`)),
    patienceMs,
  );
  const arrived = arriving.catch((cause: unknown) => {
    throw new UploadFault("The body ended too early", { cause });
  });
  try {
    return await Promise.race([arrived, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
