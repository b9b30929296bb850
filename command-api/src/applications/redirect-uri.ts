import type { Application } from "./application-state.ts";

/** `http://127.0.0.1:<port>` and `http://[::1]:<port>` up to the port. */
const loopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?=[/?]|$)/;

/** Without the port, if it is an address of this device. */
const withoutPort = (uri: string): string | null => {
  const [origin] = loopback.exec(uri) ?? [];
  return origin === undefined ? null : `${origin.replace(/:\d+$/, "")}${uri.slice(origin.length)}`;
};

/**
 * Whether the application registered this redirect URI. Compared as text (RFC 9700, 4.1.3). A public application on a device listens on
 * whichever port is free, so for one of those the port of a loopback address may differ (RFC 8252, 7.3).
 */
export function ownsRedirectUri(
  { kind, redirectUris }: Pick<Application, "kind" | "redirectUris">,
  uri: string,
): boolean {
  if (redirectUris.includes(uri)) return true;
  const asked = kind === "public" ? withoutPort(uri) : null;
  return asked !== null && redirectUris.some((registered) => withoutPort(registered) === asked);
}
