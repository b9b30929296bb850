#!/usr/bin/env node
// `npx attestory` runs this file. It is JavaScript because an older Node cannot load TypeScript, and would not say which Node it needs.
import "./require-node.js";

await import("./cli.ts");
