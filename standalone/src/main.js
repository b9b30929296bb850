// Runs the service: `npm start`, and `attestory start`. docs/decisions/measured-reasons.md has the reason for each setting.
// In JavaScript: TypeScript would load its compiler before the compile cache is enabled.
import "./require-node.js";
import { statSync } from "node:fs";
// Not a named import: an older Node has no enableCompileCache, and would fail before require-node.js can say what it needs.
import module from "node:module";
import { resolve } from "node:path";
import { makeFolder } from "./make-folder.js";

// Only the owner can read or write created files, even in a folder that already existed.
process.umask(0o077);
process.env.UV_THREADPOOL_SIZE ??= "2";
const dataDir = process.env.DATA_DIR || "./data";
// In another user's folder, which the start refuses, nothing may be left.
const isOwn = [undefined, process.geteuid?.()].includes(statSync(dataDir, { throwIfNoEntry: false })?.uid);
// Node has enabled one that the environment names.
if (isOwn && process.env.NODE_COMPILE_CACHE === undefined) {
  const compileCache = resolve(dataDir, "compile-cache");
  try {
    makeFolder(compileCache);
    module.enableCompileCache(compileCache);
    // Worker threads read this variable.
    process.env.NODE_COMPILE_CACHE = compileCache;
  } catch {
    // The start reports a folder that cannot be made.
  }
}

await import("./main.ts");
