import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtWebApp } from "@attestory/standalone/web-build.ts";
import type { TestProject } from "vitest/node";
import { findChromium } from "./browser/find-chromium.ts";

/** Runs once before all end-to-end tests: does the slow setup before any test waits for it, and fails the run if the browser is missing. */
export async function setup(project: TestProject): Promise<() => void> {
  const [chromium] = await Promise.all([findChromium(), builtWebApp((line) => process.stdout.write(`${line}\n`))]);
  project.provide("chromium", chromium);
  const dataFolder = mkdtempSync(join(tmpdir(), "attestory-run-"));
  project.provide("dataFolder", dataFolder);
  return () => rmSync(dataFolder, { recursive: true, force: true });
}
