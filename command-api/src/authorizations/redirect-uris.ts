import type { Application } from "../applications/application-state.ts";
import type { CallDifference } from "../applications/record-client-call.ts";

const longestPort = 65_535;
const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::([1-9][0-9]{0,4}))?((?:[/?].*)?)$/s;

/** The address without its port; null if it is no loopback address. */
function withoutPort(uri: string): string | null {
  const [, origin, port = "80", rest] = loopback.exec(uri) ?? [];
  return origin === undefined || Number(port) > longestPort ? null : `${origin}${rest}`;
}

/** Whether it leads to the user's own device, whatever is registered. */
export const isLoopback = (uri: string): boolean => withoutPort(uri) !== null;

/**
 * Whether the answer goes to a public application on the user's own device. Nothing shows which of its programs receives it. An address at
 * `localhost` that was registered here with this port is that of a web application under development.
 */
export function isOnDevice(
  { kind, redirectUris, documentUrl }: Pick<Application, "kind" | "redirectUris" | "documentUrl">,
  uri: string,
): boolean {
  const isDeveloped = documentUrl === null && uri.startsWith("http://localhost") && redirectUris.includes(uri);
  return kind === "public" && withoutPort(uri) !== null && !isDeveloped;
}

/**
 * Compared character for character (RFC 9700 section 4.1.3). An application on a device gets a port when it starts, so that the port of
 * a loopback address may differ for a public application (RFC 8252 section 7.3). That section speaks of addresses; `localhost` counts too,
 * because many libraries register it, though other programs may listen on one of the two addresses behind the name (section 8.3).
 */
export function allowsRedirect(
  { redirectUris, kind }: Pick<Application, "redirectUris" | "kind">,
  uri: string,
): boolean {
  if (redirectUris.includes(uri)) return true;
  const bare = kind === "public" ? withoutPort(uri) : null;
  return bare !== null && redirectUris.some((registered) => withoutPort(registered) === bare);
}

const sameStart = (one: string, other: string): number => {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
};

/** Against the registered address that agrees longest. */
export function addressDifference(
  parameter: string,
  registered: readonly string[],
  sent: string | undefined,
): CallDifference {
  const received = sent?.slice(0, 2048) ?? null;
  const [expected = null] = registered.toSorted((a, b) => sameStart(b, received ?? "") - sameStart(a, received ?? ""));
  return { parameter, expected, received };
}
