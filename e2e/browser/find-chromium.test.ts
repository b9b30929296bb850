import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "./find-chromium.ts";
import { providedChromium } from "./provided-chromium.ts";

describe("the browser of the stories", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "attestory-browser-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const executable = (name: string, script: string) => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  };

  it("is refused aloud when CHROMIUM_PATH leads to nothing that starts", async () => {
    const broken = executable("broken", "exit 1");
    for (const path of [broken, join(folder, "absent")]) {
      await expect(findChromium({ CHROMIUM_PATH: path })).rejects.toThrow(`No browser for the stories: ${path}`);
    }
  });

  it("is the first one on the PATH that starts, not a stub of that name", async () => {
    executable("chromium", "exit 1");
    const chrome = executable("google-chrome", "echo Chromium");
    expect(await findChromium({ PATH: `${folder}:/nowhere` })).toEqual({ executablePath: chrome, env: {} });
  });

  it("was found for this run", () => {
    expect(providedChromium().executablePath).toMatch(/chrom/);
  });
});
