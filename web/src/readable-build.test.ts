import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openToAll } from "../readable-by-all.ts";

it("FA-06 a build is readable by all, whatever the umask of the one who built it", () => {
  const folder = mkdtempSync(join(tmpdir(), "attestory-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const paths = ["dist", "dist/assets", "dist/index.html", "dist/assets/main.js"].map((path) => join(folder, path));
  for (const path of paths.slice(0, 2)) mkdirSync(path, { mode: 0o700 });
  for (const path of paths.slice(2)) writeFileSync(path, "", { mode: 0o600 });
  openToAll(join(folder, "dist"));
  expect(paths.map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual(["755", "755", "644", "644"]);
});
