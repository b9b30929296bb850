import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "@attestory/http/observability/log.ts";
import { listen } from "@attestory/http/server/listen.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { readConfiguration } from "../config.ts";
import { openEmbedded } from "../open-embedded.ts";

/** `attestory openapi`: prints the OpenAPI document of every call that production serves. Leaves nothing running and no files. */
export async function openapiCommand(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "attestory-openapi-"));
  try {
    process.stdout.write(`${await documentOf(dataDir)}\n`);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Requests the document from the service itself, so that it cannot differ. */
async function documentOf(dataDir: string): Promise<string> {
  const configuration = readConfiguration({
    NODE_ENV: "production",
    PUBLIC_URL: "https://localhost",
    SMTP_URL: "smtp://localhost",
    DATA_DIR: dataDir,
    MASTER_KEY: randomBytes(32).toString("base64"),
  });
  if ("faults" in configuration) return fail(70, configuration.faults.join("; "));
  const embedded = await openEmbedded(configuration.settings, { log: createLog({ level: "silent" }) });
  const http = await listen(embedded.app, { host: "127.0.0.1", port: 0 });
  try {
    return await (await fetch(`${http.url}/openapi.json`)).text();
  } finally {
    await http.drain();
    await embedded.close();
  }
}
