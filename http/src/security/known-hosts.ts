import type { IncomingMessage } from "node:http";
import { type ProblemAnswer, problem } from "../routing/problem.ts";

/** Where the process listens, and the address that users open. */
export interface HostSettings {
  readonly host: string;
  readonly publicUrl: string;
}

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];
const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** Whether only this machine reaches an address that a server listens on. */
export const isLoopbackHost = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host);

/** Whether a URL names this machine. */
export const isLoopbackUrl = (url: string): boolean => loopbackNames.includes(URL.parse(url)?.hostname ?? "");

const withPort = (authority: string, port: number | undefined): string =>
  /:\d+$/.test(authority) ? authority : `${authority}:${port}`;

/**
 * Refuses a request for a host that is not this service's: a page of another host whose name was pointed at this address could
 * otherwise read the answers (DNS rebinding). Known are the host of the public URL and, if the service listens on a loopback address,
 * this machine's own names with the port of the connection. A request of HTTP/1.0 may name no host (RFC 9112 section 3.2).
 */
export const createHostCheck = ({
  host,
  publicUrl,
}: HostSettings): ((request: IncomingMessage) => ProblemAnswer | null) => {
  const { protocol, host: publicHost } = new URL(publicUrl);
  const publicPort = defaultPorts[protocol];
  const known = withPort(publicHost, publicPort);
  const localNames = isLoopbackHost(host) ? loopbackNames : [];
  const isKnown = (asked: string, localPort: number | undefined) =>
    // As nearly every request names it. The rest compares the ports that are left out, too.
    asked === publicHost ||
    withPort(asked, publicPort) === known ||
    localNames.some((name) => withPort(asked, defaultPorts["http:"]) === `${name}:${localPort}`);
  return ({ url = "", headers, socket }) => {
    // Probes of a container or a load balancer use the address of the machine.
    if (url.startsWith("/health/") || headers.host === undefined) return null;
    if (isKnown(headers.host.toLowerCase(), socket.localPort)) return null;
    return problem(
      421,
      "misdirected_request",
      "This service is not known by that host name. Open it at its PUBLIC_URL",
    );
  };
};
