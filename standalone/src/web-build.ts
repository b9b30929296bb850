import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { webApp } from "@attestory/http/server/web-app.ts";
import type { RequestHandler } from "express";
import { root, web } from "./web-folder.ts";

const built = join(web, "dist");

const schemasIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith("-schema.ts"))
    .map((name) => `${folder}/${name}`);

/** All sources of the built web app, relative to the root. */
export const builtFrom: readonly string[] = [
  "web/src",
  "web/index.html",
  "web/vite.config.ts",
  "web/public",
  ...schemasIn("command-api/src"),
  ...schemasIn("query-api/src"),
  "http/src/routing/answers.ts",
  "http/src/routing/application-answer.ts",
  "package-lock.json",
];

const changedAt = (path: string): number => {
  if (!existsSync(path)) return 0;
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  return Math.max(own.mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))));
};

/** Serves the built web app. Builds it first, and calls `announce`, if there is no build or its sources are newer. */
export async function builtWebApp(announce: (line: string) => void): Promise<RequestHandler> {
  const builtAt = changedAt(join(built, "index.html"));
  const stale = builtAt === 0 || builtFrom.some((source) => changedAt(join(root, source)) > builtAt);
  if (stale) await build(announce);
  return webApp(built);
}

/** Builds in its own process: a built installation starts without Vite, and a build's memory is freed. @throws if the build fails */
async function build(announce: (line: string) => void): Promise<void> {
  announce("Building the web app …");
  const program = fileURLToPath(new URL("./build-web-app.ts", import.meta.url));
  const [code] = await once(spawn(process.execPath, [program], { stdio: ["ignore", "ignore", "inherit"] }), "exit");
  if (code !== 0) throw new Error(`the web app could not be built (${code})`);
}
