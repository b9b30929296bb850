import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { compileCache } from "../start-stack.ts";
import { documents } from "./start-gateway.ts";

const cli = fileURLToPath(new URL("../../standalone/src/cli.js", import.meta.url));

/** Writes the documents that the gateway serves itself. */
export async function writeDocuments(): Promise<void> {
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
  const { stdout } = await promisify(execFile)(process.execPath, [cli, "openapi"], { env });
  mkdirSync(documents, { recursive: true });
  writeFileSync(join(documents, "openapi.json"), stdout);
}
