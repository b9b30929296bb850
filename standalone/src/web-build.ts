import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { webApp } from "@attestory/http/web-app.ts";
import type { RequestHandler } from "express";

/** The root of the repository. */
export const root = fileURLToPath(new URL("../../", import.meta.url));
/** The sources of the web app. */
export const web = join(root, "web");

const built = join(web, "dist");

/** Everything that the built web app is made of, from the root. */
export const builtFrom: readonly string[] = [
  ...["web/src", "web/index.html", "web/vite.config.ts", "web/public"],
  ...["command-api/src/contract.ts", "query-api/src/contract.ts", "http/src/answers.ts", "package-lock.json"],
];

const changedAt = (path: string): number => {
  if (!existsSync(path)) return 0;
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  return Math.max(own.mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))));
};

/** The built web app; built first, which `announce` tells, when it never was or when its sources are newer. */
export async function builtWebApp(announce: (line: string) => void): Promise<RequestHandler> {
  const builtAt = changedAt(join(built, "index.html"));
  const stale = builtAt === 0 || builtFrom.some((source) => changedAt(join(root, source)) > builtAt);
  if (stale) await build(announce);
  return webApp(built);
}

async function build(announce: (line: string) => void): Promise<void> {
  announce("Building the web app …");
  // Loaded only when needed: a built installation starts without it, and need not have it.
  const vite = await import("vite");
  await vite.build({ root: web, configFile: join(web, "vite.config.ts"), logLevel: "warn" });
}
