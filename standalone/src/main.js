// What `npm start` runs. In JavaScript so that the compiler which strips types stays out: were this TypeScript, it would be loaded
// before the cache of what it has made is at hand, and keep 10 MB for as long as the process lives.
import "./require-node.js";
// By name an older Node refuses this file before it runs: it has no enableCompileCache.
import module from "node:module";
import { join } from "node:path";

// As in main.ts, which comes too late for the folder that is made here.
process.umask(0o077);
module.enableCompileCache(join(process.env.DATA_DIR || "./data", "compile-cache"));

await import("./main.ts");
