import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { bundledChromium } from "./bundled-chromium.ts";
import type { Chromium } from "./chromium.ts";
import { missingLibrary } from "./missing-library.ts";

const run = promisify(execFile);

/**
 * The browser of the stories: the one that npm installs, the same on every machine; `CHROMIUM_PATH` names another.
 * @throws with the reason it does not start, because stories without a browser must fail and not be skipped
 */
export async function findChromium({ CHROMIUM_PATH }: NodeJS.ProcessEnv = process.env): Promise<Chromium> {
  return started(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH, env: {} } : await bundledChromium());
}

/** A file may exist but lack its libraries: only a browser that answers counts. */
async function started(chromium: Chromium): Promise<Chromium> {
  const { executablePath } = chromium;
  try {
    await run(executablePath, ["--version"], { env: { ...process.env, ...chromium.env }, timeout: 30_000 });
    return chromium;
  } catch (error) {
    const missing = missingLibrary(error);
    if (missing) throw new Error(`No browser for the stories: ${executablePath} does not start. ${missing}`);
    throw new Error(
      `No browser for the stories: ${executablePath} does not start. Set CHROMIUM_PATH to a Chromium that does.`,
      { cause: error },
    );
  }
}
