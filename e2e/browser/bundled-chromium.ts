import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import manifest from "../package.json" with { type: "json" };
import type { Chromium } from "./chromium.ts";

const run = promisify(execFile);

const version = manifest.devDependencies["@sparticuz/chromium"];
const unpacker = fileURLToPath(new URL("./unpack-chromium.ts", import.meta.url));

/**
 * The Chromium in an npm package, unpacked into the temporary folder once per version, together with the few system
 * libraries and the font that a bare machine lacks.
 */
export async function bundledChromium(): Promise<Chromium> {
  const folder = join(tmpdir(), `attestory-chromium-${version}`);
  if (!existsSync(folder)) await unpackInto(folder);
  return {
    executablePath: join(folder, "chromium"),
    env: { LD_LIBRARY_PATH: join(folder, "al2023", "lib"), FONTCONFIG_FILE: join(folder, "fonts.conf") },
  };
}

/** Two runs may unpack at once, and a half-written file cannot be started: so the folder appears complete or not at all. */
async function unpackInto(folder: string): Promise<void> {
  const unfinished = mkdtempSync(`${folder}-`);
  try {
    // A separate process, because the package takes its target from the environment and changes its importer's environment.
    const env = { ...process.env, TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: "nodejs24.x" };
    await run(process.execPath, [unpacker], { env });
    writeFileSync(join(unfinished, "fonts.conf"), fontsOf(folder));
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

const fontsOf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
