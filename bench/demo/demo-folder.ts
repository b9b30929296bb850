import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isTakenFolder } from "@attestory/standalone/data-folder.ts";

const mark = "demo.json";

/** `filledAt`: when its history ends, as ISO 8601; null while it has to be filled. */
export type DemoFolder = { refused: string } | { filledAt: string | null };

/**
 * Prepares the folder of the demo. One that is filled is kept, unless a new one is `wanted`. Anything else but a demo is refused, so that
 * no other data is ever removed or written to.
 */
export function prepareDemoFolder(folder: string, { wanted }: { wanted: boolean }): DemoFolder {
  const file = join(folder, mark);
  const isDemo = existsSync(file);
  if (!isDemo && existsSync(folder) && readdirSync(folder).length > 0) {
    return { refused: `${folder} holds something else than a demo: name another folder with --folder` };
  }
  if (isTakenFolder(folder)) {
    return { refused: `${folder} is in use by another process: end that one, or name another folder with --folder` };
  }
  const filledAt: string | null = isDemo ? JSON.parse(readFileSync(file, "utf8")).filledAt : null;
  if (filledAt !== null && !wanted) return { filledAt };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  markDemoFolder(folder, null);
  return { filledAt: null };
}

export const markDemoFolder = (folder: string, filledAt: string | null): void =>
  writeFileSync(join(folder, mark), `${JSON.stringify({ filledAt })}\n`);
