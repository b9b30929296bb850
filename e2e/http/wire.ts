import { once } from "node:events";
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { rawRequest } from "@attestory/http/testing/raw-request.ts";
import { splitRequest } from "./client.ts";

/** An answer as it arrived over the wire. */
export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface Sending {
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** Sends path and headers unchanged: unlike `fetch`, it normalizes, follows and adds nothing. */
export function send(url: string, target: string, { headers = {}, body }: Sending = {}) {
  const { method, path } = splitRequest(target);
  const { hostname, port } = new URL(url);
  return new Promise<Received>((resolve, reject) => {
    const asked = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, text });
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/**
 * Sends a request without its body and waits until the product asks for the body: by then it has read the head and accepted the
 * session in it. The returned function sends the body and resolves to the status, or NaN if the connection closes without one.
 */
export async function heldBack(
  url: string,
  target: string,
  { token, body }: { token?: string; body: string },
): Promise<() => Promise<number>> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname).on("error", () => {});
  const closed = once(socket, "close");
  const head = [
    `${target} HTTP/1.1`,
    ...[`Host: ${host}`, "Connection: close", "Expect: 100-continue"],
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`],
  ].join("\r\n");
  socket.write(`${head}\r\n\r\n`);
  const [asked] = await once(socket, "data");
  if (String(asked) !== "HTTP/1.1 100 Continue\r\n\r\n") throw new Error(`was answered ${asked}`);
  return async () => {
    let answer = "";
    socket.on("data", (bytes) => (answer += bytes));
    socket.write(body);
    await closed;
    return Number(answer.split(" ")[1]);
  };
}

/** The headers of a call with a JSON body of that length. */
export const jsonHeaders = (body: string | Buffer): Record<string, string> => ({
  "content-type": "application/json",
  "content-length": String(Buffer.byteLength(body)),
});

/** Sends bytes unchanged and returns everything received until the other side closes. A hanging connection ends after a minute. */
export const exchange = (url: string, bytes: string | Buffer): Promise<string> =>
  rawRequest(portOf(url), bytes, 60_000);

export const portOf = (url: string): number => Number(new URL(url).port);

/** The value that a `Set-Cookie` line gives a cookie; null if there is none. */
export const cookieIn = (headers: Headers | IncomingHttpHeaders, name: string): string | null => {
  const lines = headers instanceof Headers ? headers.getSetCookie() : (headers["set-cookie"] ?? []);
  const line = lines.find((one) => one.startsWith(`${name}=`));
  return line === undefined ? null : (line.split(";", 1)[0] ?? "").slice(name.length + 1);
};
