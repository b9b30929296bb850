import type { IncomingMessage } from "node:http";
import { beginRequest, type FindAddresses, type OutboundRequest } from "./guarded-connection.ts";

export interface DocumentRequest extends OutboundRequest {
  mostBytes: number;
  /** By default, DNS. */
  findAddresses?: FindAddresses | undefined;
}

/** What a server answered. `body`: null if it is longer than what is read. A status other than 200 has none. */
export interface FetchedDocument {
  status: number;
  contentType: string;
  cacheControl: string;
  /** Seconds for which a cache on the way had it; 0 if none says so. */
  age: number;
  body: Buffer | null;
}

/**
 * Gets a small JSON document from an address that somebody else chose. Follows no redirect, and connects to no private network. The length
 * is limited while it is read, and nothing is unpacked.
 * @throws if there is no whole answer in time
 */
export async function getDocument({
  mostBytes,
  timeoutMs,
  findAddresses,
  ...to
}: DocumentRequest): Promise<FetchedDocument> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const headers = { Accept: "application/json", "Accept-Encoding": "identity" };
  const sent = beginRequest(to, { method: "GET", signal: timeout, headers }, findAddresses);
  const { promise, resolve, reject } = Promise.withResolvers<FetchedDocument>();
  sent.on("response", (response) => {
    void readBody(response, mostBytes)
      .then((body) => resolve(answered(response, body)), reject)
      .finally(() => response.destroy());
  });
  sent.on("upgrade", (_response, socket) => {
    reject(new Error("it speaks another protocol"));
    socket.destroy();
  });
  sent.on("error", reject);
  sent.on("close", () => reject(new Error("it closed the connection")));
  timeout.addEventListener("abort", () => reject(timeout.reason));
  sent.end();
  return promise;
}

const answered = ({ statusCode = 0, headers }: IncomingMessage, body: Buffer | null): FetchedDocument => ({
  status: statusCode,
  contentType: headers["content-type"] ?? "",
  cacheControl: headers["cache-control"] ?? "",
  age: /^\d{1,9}$/.test(headers.age ?? "") ? Number(headers.age) : 0,
  body,
});

async function readBody(response: IncomingMessage, mostBytes: number): Promise<Buffer | null> {
  if (response.statusCode !== 200) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    if (length > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
