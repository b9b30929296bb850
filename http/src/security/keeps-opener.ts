import type { IncomingMessage } from "node:http";

const authorization = /^\/oauth\/(?:authorize|deny|answer)$/;
/** Pages on the way to an authorization, when `redirect` leads back to it. */
const onTheWay = /^\/(?:login|register|verify-email|resend-verification|forgot-password)$/;

/**
 * Whether a page belongs to an authorization. An application may have opened it in a window of its own, and waits for what that window
 * tells it in the end. With `Cross-Origin-Opener-Policy: same-origin` the browser would part the two for good.
 */
export function keepsOpener({ url = "" }: Pick<IncomingMessage, "url">): boolean {
  const [path = "", query = ""] = url.split("?", 2);
  if (authorization.test(path)) return true;
  return onTheWay.test(path) && /^\/oauth\/authorize(?:\?|$)/.test(new URLSearchParams(query).get("redirect") ?? "");
}
