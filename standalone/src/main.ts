import { mkdirSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Before anything else is loaded: two threads hash as fast as four on two cores, with less memory and less delay, and compiled
// code is kept beside the data, which halves the time to ready.
process.env.UV_THREADPOOL_SIZE ??= "2";
const dataDir = process.env.DATA_DIR || "./data";
try {
  // Whoever makes the folder first decides who may read it.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
} catch {
  // Told in words by whoever takes the folder.
}
enableCompileCache(join(dataDir, "compile-cache"));

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Attestory needs Node 24 and this is ${process.versions.node}: run it by "npm start" after "npm ci".\n`,
  );
  process.exit(78);
}

const { start } = await import("./start.ts");
const { builtWebApp } = await import("./web-build.ts");
await start(process.env, builtWebApp);
