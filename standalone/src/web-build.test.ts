import { spawnSync } from "node:child_process";
import { chmodSync, globSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { describe, expect, it } from "vitest";
import { builtFrom } from "./web-build.ts";
import { root } from "./web-folder.ts";

const ours = /from "@attestory\/([a-z-]+)\/([a-z/-]+)(?:\.ts)?"/g;
const besideIt = /from "(\.{1,2}\/[^"]+)"/g;
const importedBy = (file: string): string[] => {
  const source = readFileSync(join(root, file), "utf8");
  return [
    ...[...source.matchAll(ours)].map(([, from, path]) => `${from}/src/${path}.ts`),
    ...[...source.matchAll(besideIt)].map(([, path = ""]) => join(dirname(file), path)),
  ];
};

it("lists every source file of the web app, so that a change to any triggers a new build", () => {
  const files = new Set(globSync("web/src/**/*.{ts,tsx}", { cwd: root, exclude: ["**/*.test.*"] }));
  for (const file of files) for (const imported of importedBy(file)) files.add(imported);
  expect(files).toContain("http/src/routing/answers.ts");
  const unknown = [...files].filter((file) => !builtFrom.some((source) => `${file}/`.startsWith(`${source}/`)));
  expect(unknown).toEqual([]);
  expect(builtFrom).toContain("package-lock.json");
  for (const source of builtFrom) expect(() => statSync(join(root, source))).not.toThrow();
});

const other = 12_345;
const folder = temporaryFolder();

/** What a start by another user than the owner of this build says. Only root can become another one. */
function startedByAnother(dist: string): string {
  for (const path of [dirname(folder), folder]) chmodSync(path, 0o711);
  const program = `
    const { builtWebApp } = await import(${JSON.stringify(import.meta.resolve("./web-build.ts"))});
    process.setgid(${other});
    process.setuid(${other});
    await builtWebApp(console.log, { folder: ${JSON.stringify(dist)} }).catch((error) => console.log(error.name, error.message));
  `;
  return spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }).stdout.trim();
}

describe.runIf(process.geteuid?.() === 0)("FA-06 the web app's build by another user", () => {
  const builtAt = (seconds: number, name: string): string => {
    const dist = join(folder, name);
    mkdirSync(dist);
    writeFileSync(join(dist, "index.html"), "");
    utimesSync(join(dist, "index.html"), seconds, seconds);
    return dist;
  };

  it("names the folder, or the file, that may not be read", () => {
    const [closed, file] = [builtAt(5e9, "closed"), builtAt(5e9, "file")];
    chmodSync(closed, 0o700);
    chmodSync(join(file, "index.html"), 0o600);
    const said = (path: string, dist: string) =>
      `WebBuildFault the web app was built by another user, and this one may not read ${path}: run chmod -R a+rX ${dist} as its owner`;
    expect(startedByAnother(closed)).toBe(said(join(closed, "index.html"), closed));
    expect(startedByAnother(file)).toBe(said(join(file, "index.html"), file));
  });

  it("names the folder that a new build may not be written to", () => {
    const old = builtAt(0, "old");
    expect(startedByAnother(old)).toBe(
      `WebBuildFault the web app has to be built, and this user may not write to ${old}: run npm run build as its owner`,
    );
  });
});
