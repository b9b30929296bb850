import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import type { RequestHandler } from "@attestory/http/routing/request-handler.ts";
import { pagePolicy } from "@attestory/http/security/security-headers.ts";
import { type PageHints, withHints } from "@attestory/http/server/web-app.ts";
import { createServer } from "vite";
import { start } from "./start.ts";
import { web } from "./web-folder.ts";

/** `npm run dev`: serves the web app from its sources and hot-reloads it; `node --watch` restarts for all other changes. */
const reloadPort = 24_678;

/** The page's policy plus what hot reloading needs: one script of the React plug-in, and the socket that announces changes. */
const devPolicy = (nonce: string) =>
  pagePolicy(nonce)
    .replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)
    .replace("connect-src 'self'", `connect-src 'self' ws://localhost:${reloadPort}`);

async function sourceWebApp(_announce: unknown, hints: PageHints): Promise<RequestHandler> {
  const vite = await createServer({
    root: web,
    configFile: join(web, "vite.config.ts"),
    configLoader: "native",
    appType: "custom",
    server: { middlewareMode: true, ws: { port: reloadPort } },
  });
  const sendPage = async (target: string, response: ServerResponse) => {
    const html = await vite.transformIndexHtml(target, await readFile(join(web, "index.html"), "utf8"));
    const nonce = randomBytes(16).toString("base64url");
    response.setHeader("Content-Security-Policy", devPolicy(nonce));
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(withHints(html, hints).replaceAll("__NONCE__", nonce));
  };
  return (request, response) => {
    const { url: target = "/" } = request;
    // Never resolves for a request that Vite answers itself.
    return new Promise((resolve, reject) => {
      const next = (error?: unknown) => (error ? reject(error) : resolve(sendPage(target, response)));
      vite.middlewares(request, response, next);
    });
  };
}

// As in main.js: only the owner can read or write created files.
process.umask(0o077);
await start(process.env, sourceWebApp);
