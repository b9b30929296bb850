import { beginRequest, type OutboundRequest } from "./guarded-connection.ts";

export interface FormPost extends OutboundRequest {
  fields: Readonly<Record<string, string>>;
}

/**
 * Posts a form to an address that a developer chose. Follows no redirect, reads no body, and connects to no private network.
 * @returns the status of the answer
 * @throws if there is no answer in time
 */
export async function postForm({ fields, timeoutMs, ...to }: FormPost): Promise<number> {
  const body = new URLSearchParams(fields).toString();
  const timeout = AbortSignal.timeout(timeoutMs);
  const sent = beginRequest(to, {
    method: "POST",
    signal: timeout,
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": Buffer.byteLength(body),
      "Cache-Control": "no-store",
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  sent.on("response", (response) => {
    resolve(response.statusCode ?? 0);
    response.destroy();
  });
  // An answer without `response`: whatever the other side sends, this ends.
  sent.on("upgrade", ({ statusCode = 0 }, socket) => {
    resolve(statusCode);
    socket.destroy();
  });
  sent.on("error", reject);
  sent.on("close", () => reject(new Error("it closed the connection")));
  timeout.addEventListener("abort", () => reject(timeout.reason));
  sent.end(body);
  return promise;
}
