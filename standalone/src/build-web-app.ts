import { join } from "node:path";
import { build } from "vite";
import { web } from "./web-folder.ts";

// Runs as its own program: the half gigabyte that a build leaves in memory is freed when it ends.
await build({ root: web, configFile: join(web, "vite.config.ts"), logLevel: "warn" });
