import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** A module that a file starts as a thread or process; both paths are from the root. Import analysis does not see this dependency. */
export interface StartedModule {
  by: string;
  module: string;
  exists: boolean;
  samePackage: boolean;
}

const moduleUrl = /new URL\(\s*["'`](?<path>\.{1,2}\/[^"'`]+\.tsx?)["'`]\s*,\s*import\.meta\.url\s*,?\s*\)/g;
const folderOf = (file: string) => file.split("/")[0];

const sources = (root: string, packages: readonly string[]) =>
  globSync(
    packages.map((name) => `${name}/**/*.{ts,tsx}`),
    { cwd: root, exclude: ["**/node_modules/**", "**/dist/**"] },
  ).map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

/** Every `new URL("./x.ts", import.meta.url)` in the packages: code names the modules that it starts this way. */
export function startedModules(root: string, packages: readonly string[]): StartedModule[] {
  return sources(root, packages).flatMap(({ file, text }) =>
    [...text.matchAll(moduleUrl)].map(({ groups }) => {
      const module = relative(root, join(root, dirname(file), groups?.path ?? ""));
      const exists = existsSync(join(root, module));
      return { by: file, module, exists, samePackage: folderOf(module) === folderOf(file) };
    }),
  );
}

/** Every file that starts a thread. */
export const threadStarters = (root: string, packages: readonly string[]): string[] =>
  sources(root, packages)
    .filter(({ text }) => text.includes("new Worker("))
    .map(({ file }) => file);
