import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import { selfSigned } from "../../stand-ins/self-signed.ts";

type Handler = (incoming: IncomingMessage, answer: ServerResponse) => void;

/** Servers with TLS on one certificate, which this thread trusts from now on. */
export interface TlsServers {
  /** Starts one on a free port, or on this one. Returns its address. */
  serve(handler: Handler, port?: number): Promise<string>;
  close(): void;
}

export function openTlsServers(): TlsServers {
  const folder = mkdtempSync(join(tmpdir(), "attestory-tls-"));
  const paths = selfSigned(folder);
  const [key, cert] = [readFileSync(paths.key, "utf8"), readFileSync(paths.certificate, "utf8")];
  rmSync(folder, { recursive: true });
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), cert]);
  const closing: (() => void)[] = [];
  return {
    async serve(handler, port = 0) {
      const server = createServer({ key, cert }, handler);
      closing.push(() => server.close().closeAllConnections());
      await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
      return `https://localhost:${(server.address() as AddressInfo).port}`;
    },
    close: () => closing.map((close) => close()),
  };
}

/** Passes requests on to `target`, as a reverse proxy in front of the service does. */
export const passOnTo =
  (target: () => string): Handler =>
  (incoming, answer) => {
    const headers = { ...incoming.headers, "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" };
    const { method = "GET", url = "/" } = incoming;
    const passed = request(new URL(url, target()), { method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    incoming.pipe(passed);
  };
