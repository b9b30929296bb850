import { type IncomingHttpHeaders, request } from "node:http";

/** One answer as it came over the wire. */
export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** From the first byte sent to the last one received. */
  ms: number;
}

export interface Sending {
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** Sends path and headers to the letter: nothing is normalised, followed or added, unlike with `fetch`. */
export function send(url: string, method: string, path: string, { headers = {}, body }: Sending = {}) {
  const { hostname, port } = new URL(url);
  const started = performance.now();
  return new Promise<Received>((resolve, reject) => {
    const asked = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, text, ms: performance.now() - started });
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** The headers of a call with a JSON body of that length. */
export const jsonHeaders = (body: string | Buffer): Record<string, string> => ({
  "content-type": "application/json",
  "content-length": String(Buffer.byteLength(body)),
});

export const portOf = (url: string): number => Number(new URL(url).port);

/** The value that a `Set-Cookie` line gives a cookie; null when none does. */
export const cookieIn = (headers: Headers | IncomingHttpHeaders, name: string): string | null => {
  const lines = headers instanceof Headers ? headers.getSetCookie() : (headers["set-cookie"] ?? []);
  const line = lines.find((one) => one.startsWith(`${name}=`));
  return line === undefined ? null : (line.split(";", 1)[0] ?? "").slice(name.length + 1);
};
