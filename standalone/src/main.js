// `npm start` runs this file. It is JavaScript because Node loads its TypeScript compiler for a TypeScript entry file, before the
// compile cache is enabled. The compiler then keeps 10 MB as long as the process lives.
import "./require-node.js";
// A default import: an older Node has no enableCompileCache, and would refuse to load a file that imports it by name.
import module from "node:module";
import { join } from "node:path";

// As in main.ts, but before the folder of the compile cache is created here.
process.umask(0o077);
process.env.UV_THREADPOOL_SIZE ??= "2";
const compileCache = join(process.env.DATA_DIR || "./data", "compile-cache");
module.enableCompileCache(compileCache);
// Worker threads read this variable.
process.env.NODE_COMPILE_CACHE ??= compileCache;

await import("./main.ts");
