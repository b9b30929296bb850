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
  /** A program that fails as one does when the dynamic loader cannot find `library`. */
  const lacking = (library: string) => {
    const message = `error while loading shared libraries: ${library}: cannot open shared object file: No such file or directory`;
    return executable(`lacks-${library}`, `echo "$0: ${message}" >&2\nexit 127`);
  };
  const refusal = (path: string) =>
    findChromium({ CHROMIUM_PATH: path }).then(
      () => null,
      (error: Error) => error.message,
    );

  it("is the one that npm installs, regardless of the PATH", async () => {
    executable("chromium", "echo Chromium");
    const { executablePath } = await findChromium({ PATH: folder });
    expect(executablePath).toMatch(/attestory-chromium-[\d.]+\/chromium$/);
  });

  it("is the one that CHROMIUM_PATH names", async () => {
    const path = executable("other", "echo Chromium");
    expect(await findChromium({ CHROMIUM_PATH: path })).toEqual({ executablePath: path, env: {} });
  });

  it("rejects a CHROMIUM_PATH that does not start", async () => {
    for (const path of [executable("broken", "exit 1"), join(folder, "absent")]) {
      expect(await refusal(path)).toBe(
        `No browser for the stories: ${path} does not start. Set CHROMIUM_PATH to a Chromium that does.`,
      );
    }
  });

  it("reports a missing library in one line with the command that installs it", async () => {
    const path = lacking("libnss3.so");
    expect(await refusal(path)).toBe(
      `No browser for the stories: ${path} does not start. The shared library libnss3.so is missing. On Debian or Ubuntu: apt-get install libexpat1 libgcc-s1 libnspr4 libnss3`,
    );
  });

  it("says how to find the package of a library that only other browsers load", async () => {
    expect(await refusal(lacking("libgtk-3.so.0"))).toContain(
      'The shared library libgtk-3.so.0 is missing. On Debian or Ubuntu: apt-get install the package that "apt-file search libgtk-3.so.0" names',
    );
  });

  it("is found for this run", () => {
    expect(providedChromium().executablePath).toMatch(/chrom/);
  });
});
