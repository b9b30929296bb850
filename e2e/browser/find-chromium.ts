import { execFile } from "node:child_process";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { carriedChromium } from "./carried-chromium.ts";
import type { Chromium } from "./chromium.ts";

const run = promisify(execFile);

const names = ["chromium", "google-chrome"];
/** Said in place of a path: the one from npm, whatever is installed. */
const carried = "carried";

/**
 * The browser of the stories: `CHROMIUM_PATH` where it is set, else an installed one, else the one that npm carries.
 * @throws what was tried and why it did not start, because stories without a browser must fail and not be skipped
 */
export async function findChromium(environment: NodeJS.ProcessEnv = process.env): Promise<Chromium> {
  const asked = environment.CHROMIUM_PATH;
  if (asked && asked !== carried) return started({ executablePath: asked, env: {} });
  if (!asked) {
    for (const executablePath of installed(environment)) {
      const found = await started({ executablePath, env: {} }).catch(() => null);
      if (found) return found;
    }
  }
  return started(await carriedChromium());
}

const installed = ({ PATH = "" }: NodeJS.ProcessEnv) =>
  names.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)));

/** A file of the right name may be a stub, or lack its libraries: only what answers counts. */
async function started(chromium: Chromium): Promise<Chromium> {
  try {
    await run(chromium.executablePath, ["--version"], { env: { ...process.env, ...chromium.env }, timeout: 30_000 });
    return chromium;
  } catch (error) {
    throw new Error(
      `No browser for the stories: ${chromium.executablePath} does not start. Install Chromium, or set CHROMIUM_PATH to one.`,
      { cause: error },
    );
  }
}
