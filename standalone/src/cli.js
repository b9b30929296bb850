#!/usr/bin/env node
// Runs `npx attestory`. In JavaScript: an older Node cannot load TypeScript, and would not say which version it needs.
import "./require-node.js";

await import("./cli.ts");
