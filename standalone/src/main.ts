import { start } from "./start.ts";
import { builtWebApp } from "./web-build.ts";

// Imported by main.js, which sets up the process first.
await start(process.env, builtWebApp);
