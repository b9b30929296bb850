import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const web = join(root, "web");

/** Where the built web app lies. */
export const webFolder = join(web, "dist");

/** Everything that the built web app is made of. */
const sources = [join(web, "src"), join(web, "index.html"), join(web, "vite.config.ts"), join(web, "public")];

const changedAt = (path: string): number => {
  if (!existsSync(path)) return 0;
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  return Math.max(own.mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))));
};

/** Builds the web app when it was never built or its sources are newer; says so by `announce` first. */
export async function buildWebAppIfStale(announce: () => void): Promise<void> {
  const builtAt = changedAt(join(webFolder, "index.html"));
  if (builtAt > 0 && sources.every((source) => changedAt(source) <= builtAt)) return;
  announce();
  // Loaded only when needed: a built installation starts without it, and need not have it.
  const { build } = await import("vite");
  await build({ root: web, configFile: join(web, "vite.config.ts"), logLevel: "warn" });
}
