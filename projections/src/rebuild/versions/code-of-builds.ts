import { createHash } from "node:crypto";
import { glob, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A file in each package that has a part in it: events and their older versions, reading and decrypting them, projections. */
const packages = [
  "@attestory/events/catalogue.ts",
  "@attestory/event-store/release.ts",
  "@attestory/projections/config.ts",
];

let computed: Promise<string> | null = null;

/**
 * A digest of the sources that make documents of events. A build is continued only by the same: another release may make others, and so may
 * a projection that was changed before its version was released.
 */
export function codeOfBuilds(): Promise<string> {
  computed ??= digest();
  return computed;
}

async function digest(): Promise<string> {
  const hash = createHash("sha256");
  for (const of of packages) {
    const folder = dirname(fileURLToPath(import.meta.resolve(of)));
    const files = await Array.fromAsync(glob("**/*.ts", { cwd: folder }));
    for (const file of files.filter((name) => !name.includes(".test.")).toSorted()) {
      hash.update(`${file}\0`).update(await readFile(join(folder, file)));
    }
  }
  return hash.digest("base64url");
}
