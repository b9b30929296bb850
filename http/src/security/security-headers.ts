import type { ServerResponse } from "node:http";

/**
 * The headers of every answer, errors and files included. The content security policy is for data, which runs and embeds
 * nothing; pages set their own (see `pagePolicy`).
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Permissions-Policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Frame-Options": "DENY",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
};

const entries = Object.entries(securityHeaders);

/** Sets the headers of every answer; a handler may overwrite them before the answer is sent. */
export const setSecurityHeaders = (response: ServerResponse): void => {
  for (const [name, value] of entries) response.setHeader(name, value);
};

/**
 * The policy of the web app's pages: our own scripts and fonts only, no inline script, inline styles only with the page's nonce. Frames of our
 * own only, and of these only emails let themselves be framed.
 */
export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "font-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "img-src 'self' https: data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The web app creates no policy, so no script may.
    "trusted-types 'none'",
  ].join("; ");
