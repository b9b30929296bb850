import { join } from "node:path";
import { build } from "vite";
import { web } from "./web-folder.ts";

// Run as a program: what a build leaves in memory, half a gigabyte, ends with it.
await build({ root: web, configFile: join(web, "vite.config.ts"), logLevel: "warn" });
