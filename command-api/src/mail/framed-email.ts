import type { Answer } from "@attestory/http/routing/answer.ts";

/**
 * An email's HTML as a page that only our own pages may show in a frame. It runs and loads nothing, and has no access to anything of ours:
 * `sandbox` takes its origin away, also where it is opened by its address. Its links open in a tab of their own.
 */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

export const framedEmail = (html: string): Answer<200, string> & { body: string } => ({
  status: 200,
  body: html,
  headers: {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    "X-Frame-Options": "SAMEORIGIN",
  },
});
