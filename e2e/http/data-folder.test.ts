import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startStack } from "../start-stack.ts";

it("makes its folder and its key readable by the one who started it, and by nobody else", async () => {
  const parent = mkdtempSync(join(tmpdir(), "attestory-folder-"));
  const dataDir = join(parent, "deep", "data");
  const stack = await startStack({}, dataDir);
  try {
    const modes = [dataDir, join(dataDir, "master.key")].map((path) => (statSync(path).mode & 0o777).toString(8));
    expect(modes).toEqual(["700", "600"]);
  } finally {
    await stack.stop();
    rmSync(parent, { recursive: true });
  }
});
