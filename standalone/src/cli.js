#!/usr/bin/env node
// What `npx attestory` runs. In JavaScript, because an older Node cannot load TypeScript, and would not say what it needs.
import "./require-node.js";

await import("./cli.ts");
