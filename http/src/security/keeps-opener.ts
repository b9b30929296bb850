import type { IncomingMessage } from "node:http";
import { pathOf } from "../routing/request-handler.ts";

/** Of an authorization or a sign-out. */
const ofApplication = /^\/(?:oauth\/(?:authorize|deny|answer)|api\/oauth\/end_session)$/;
/** Pages on the way to an authorization, when `redirect` leads back to it. */
const onTheWay = /^\/(?:login|register|verify-email|resend-verification|forgot-password)$/;

/**
 * Whether a page belongs to an authorization or a sign-out. An application may have opened it in a window of its own, and waits for what that window
 * tells it in the end. With `Cross-Origin-Opener-Policy: same-origin` the browser would part the two for good.
 */
export function keepsOpener(request: Pick<IncomingMessage, "url">): boolean {
  const path = pathOf(request);
  if (ofApplication.test(path)) return true;
  if (!onTheWay.test(path)) return false;
  const [, query = ""] = (request.url ?? "").split("?", 2);
  return /^\/oauth\/authorize(?:\?|$)/.test(new URLSearchParams(query).get("redirect") ?? "");
}
