import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import accepts from "accepts";
import { sendAnswer } from "./send-answer.ts";
import type { StoredFile } from "./stored-file.ts";

type Coding = "br" | "gzip";

const compressors = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

/** Returns a function that compresses files, each at most once per coding. */
const compressedOnce = () => {
  const done = { br: new Map<StoredFile, Promise<Buffer>>(), gzip: new Map<StoredFile, Promise<Buffer>>() };
  return (file: StoredFile, coding: Coding): Promise<Buffer> => {
    const bytes = done[coding].get(file) ?? compressors[coding](file.bytes);
    done[coding].set(file, bytes);
    return bytes;
  };
};

/** The coding to send; undefined for the file as it is. */
const codingFor = (request: IncomingMessage, file: StoredFile): Coding | undefined =>
  file.compressible ? (["br", "gzip"] as const).find((coding) => accepts(request).encoding(coding)) : undefined;

/** Headers of a 200 and of a 304. */
const cacheHeaders = (file: StoredFile, coding: Coding | undefined): Record<string, string> => ({
  "Cache-Control": file.cacheControl,
  ETag: coding ? file.etag.replace(/"$/, `-${coding}"`) : file.etag,
  ...(file.compressible && { Vary: "Accept-Encoding" }),
});

/** Returns a function that answers with a file: compressed where the client accepts it, or 304 to whoever has it. */
export const storedFileSender = () => {
  const compressed = compressedOnce();
  return async (request: IncomingMessage, response: ServerResponse, file: StoredFile): Promise<void> => {
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
