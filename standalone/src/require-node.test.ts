import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { refusalOf } from "./require-node.js";
import { root } from "./web-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "attestory-old-node-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** This Node reporting an older version, for machines without an older Node. Unlike a real one, it can load TypeScript. */
function renamedNode(): string {
  const rename = "Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})";
  const path = join(folder, "node");
  writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" --import "data:text/javascript,${rename}" "$@"\n`);
  chmodSync(path, 0o755);
  return folder;
}

const versionIn = (bin: string) =>
  spawnSync(join(bin, "node"), ["-p", "process.versions.node"], { encoding: "utf8" }).stdout?.trim();
/** The folders in PATH that contain an older Node. */
const installed = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((bin) => existsSync(join(bin, "node")) && refusalOf(versionIn(bin) ?? "") !== null)
  .map((bin) => realpathSync(bin));

const oldNodes = [renamedNode(), ...new Set(installed)].map((bin) => ({ bin, version: versionIn(bin) }));
/** Commands that users start by hand, and those that npm starts if the Node of its packages is missing. */
const started = [
  "node standalone/src/main.js",
  "node standalone/src/cli.js openapi",
  "node standalone/src/cli.js --help",
  "node_modules/.bin/vitest run --project unit standalone/src/config.test.ts",
  manifest.scripts.dev,
];
const refused = oldNodes.flatMap((node) => started.map((command) => ({ ...node, command })));

describe("an older Node", () => {
  it.for(refused)("$version in $bin is refused in one line by $command", ({ bin, version, command }) => {
    const env = { PATH: `${bin}${delimiter}/usr/bin${delimiter}/bin`, DATA_DIR: join(folder, "data") };
    const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", command], { cwd: root, env, timeout: 20_000 });
    expect(stderr.toString()).toBe(`${refusalOf(version ?? "")}\n`);
    expect([stdout.toString(), status]).toEqual(["", 78]);
  });

  it.each(["18.20.8", "20.20.2", "22.21.0", "23.11.1"])("%s is named in the refusal", (version) => {
    expect(refusalOf(version)).toContain(`this is Node ${version}.`);
  });

  it("is any version before the one that package.json requires", () => {
    const asked = manifest.engines.node.replace(">=", "");
    for (const version of [`${asked}.0.0`, "26.1.0", "100.0.0"]) expect(refusalOf(version)).toBeNull();
    expect(refusalOf(`${Number(asked) - 1}.99.0`)).toContain(`Node ${asked} or newer is required`);
  });
});
