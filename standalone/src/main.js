// What `npm start` runs. In JavaScript so that the compiler which strips types stays out: were this TypeScript, it would be loaded
// before the cache of what it has made is at hand, and keep 10 MB for as long as the process lives.
import { enableCompileCache } from "node:module";
import { join } from "node:path";

// As in main.ts, which comes too late for the folder that is made here.
process.umask(0o077);
enableCompileCache(join(process.env.DATA_DIR || "./data", "compile-cache"));

await import("./main.ts");
