import { once } from "node:events";
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { rawRequest } from "@attestory/http/testing/raw-request.ts";

/** One answer as it came over the wire. */
export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface Sending {
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** Sends path and headers to the letter: nothing is normalised, followed or added, unlike with `fetch`. */
export function send(url: string, method: string, path: string, { headers = {}, body }: Sending = {}) {
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
 * Sends a request without its body, and waits until the product asks for that: its head was read then, and the session in it was
 * found good. The function that it gives sends the body and
 * answers the status, or NaN when the connection is closed without one.
 */
export async function heldBack(
  url: string,
  method: string,
  path: string,
  { token, body }: { token?: string; body: string },
): Promise<() => Promise<number>> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname).on("error", () => {});
  const closed = once(socket, "close");
  const head = [
    `${method} ${path} HTTP/1.1`,
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

/** Sends bytes as they are and gives everything that came back until the other side closed. Only what hangs ends after a minute. */
export const exchange = (url: string, bytes: string | Buffer): Promise<string> =>
  rawRequest(portOf(url), bytes, 60_000);

export const portOf = (url: string): number => Number(new URL(url).port);

/** The value that a `Set-Cookie` line gives a cookie; null when none does. */
export const cookieIn = (headers: Headers | IncomingHttpHeaders, name: string): string | null => {
  const lines = headers instanceof Headers ? headers.getSetCookie() : (headers["set-cookie"] ?? []);
  const line = lines.find((one) => one.startsWith(`${name}=`));
  return line === undefined ? null : (line.split(";", 1)[0] ?? "").slice(name.length + 1);
};
