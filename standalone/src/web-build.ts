import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RequestHandler } from "@attestory/http/routing/request-handler.ts";
import { type PageHints, webApp } from "@attestory/http/server/web-app.ts";
import { root, web } from "./web-folder.ts";

/** The user of this process may not read the web app's build, or not make one. */
export class WebBuildFault extends Error {
  override name = "WebBuildFault";
}

const built = join(web, "dist");

const schemasIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith("schema.ts"))
    .map((name) => `${folder}/${name}`);

/** All sources of the built web app, relative to the root. */
export const builtFrom: readonly string[] = [
  "web/src",
  "web/index.html",
  "web/vite.config.ts",
  "web/readable-by-all.ts",
  "web/public",
  ...schemasIn("command-api/src"),
  ...schemasIn("query-api/src"),
  "http/src/routing/answers.ts",
  "http/src/routing/api-schema.ts",
  "http/src/routing/application-schema.ts",
  "http/src/security/provider-scopes.ts",
  "package-lock.json",
];

/** 0 if there is no such file. */
const changedAt = (path: string): number => {
  const own = statSync(path, { throwIfNoEntry: false });
  if (!own) return 0;
  if (!own.isDirectory()) return own.mtimeMs;
  return Math.max(own.mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))));
};

interface Serving extends PageHints {
  /** Of the build. */
  folder?: string;
}

/** The image and the package have the built web app alone. */
const hasSources = existsSync(join(web, "index.html"));

/**
 * Serves the built web app. Where its sources are, builds it first, and calls `announce`, if there is no build or its sources are newer.
 * @throws WebBuildFault
 */
export async function builtWebApp(
  announce: (line: string) => void,
  { folder = built, ...hints }: Serving = {},
): Promise<RequestHandler> {
  try {
    const builtAt = changedAt(join(folder, "index.html"));
    const stale = hasSources && (builtAt === 0 || builtFrom.some((source) => changedAt(join(root, source)) > builtAt));
    if (stale) await build(announce, folder);
    return await webApp(folder, hints);
  } catch (error) {
    const isOfBuild = isDenied(error) && error.path.startsWith(folder);
    throw isOfBuild ? new WebBuildFault(`${unreadable} ${error.path}: ${remedy(folder)}`) : error;
  }
}

const unreadable = "the web app was built by another user, and this one may not read";
const remedy = (folder: string) => `run chmod -R a+rX ${folder} as its owner`;

const isDenied = (error: unknown): error is Error & { path: string } =>
  error instanceof Error && "code" in error && error.code === "EACCES" && "path" in error;

/** Builds in its own process: a built installation starts without Vite, and a build's memory is freed. @throws if the build fails */
async function build(announce: (line: string) => void, folder: string): Promise<void> {
  const written = existsSync(folder) ? folder : web;
  if (!isWritable(written)) {
    throw new WebBuildFault(
      `the web app has to be built, and this user may not write to ${written}: run npm run build as its owner`,
    );
  }
  announce("Building the web app …");
  const program = fileURLToPath(new URL("./build-web-app.ts", import.meta.url));
  const [code] = await once(spawn(process.execPath, [program], { stdio: ["ignore", "ignore", "inherit"] }), "exit");
  if (code !== 0) throw new Error(`the web app could not be built (${code})`);
}

const isWritable = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};
