import type { IncomingMessage } from "node:http";
import { isLoopbackUrl } from "./known-hosts.ts";

/**
 * Where a browser that opens a page by another name of this machine is led: `http://127.0.0.1:3000/login` to the same page at
 * `http://localhost:3000`. There, its forms are those of the service, and its session is kept. Null for every other request.
 *
 * Only where the port is that of the public URL: a proxy on this machine may pass on its own requests under another name, and
 * would be led around for ever.
 */
export const loopbackRedirect = (publicUrl: string): ((request: IncomingMessage) => string | null) => {
  const own = new URL(publicUrl);
  const isLocal = own.protocol === "http:" && isLoopbackUrl(publicUrl);
  return ({ method, url = "", headers }) => {
    const isPage = (method === "GET" || method === "HEAD") && headers.accept?.includes("text/html");
    if (!isLocal || !isPage || !url.startsWith("/") || url.startsWith("/health/")) return null;
    const asked = URL.parse(`http://${headers.host}`);
    const isOtherName = asked !== null && asked.hostname !== own.hostname && asked.port === own.port;
    return isOtherName && isLoopbackUrl(asked.href) ? `${own.origin}${url}` : null;
  };
};
