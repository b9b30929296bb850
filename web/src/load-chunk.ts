import { Unreachable } from "./api-error.ts";

/** Files that this page has already imported. */
const imported = new Set<string>();

/**
 * Fetches all files of a dynamic import, then imports. The build (`fetchBeforeImport` in vite.config.ts) passes every `import()` of the
 * app to this function, with its files. Some browsers repeat the failure of an `import()` until the page is reloaded, but a failed
 * fetch can be retried. The files never change, so `import()` then reads them from the browser's cache.
 * @throws Unreachable when a file could not be fetched and another attempt may help
 * @public The build calls it.
 */
export async function loadChunk<Module>(
  importChunk: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.filter((file) => !imported.has(file)).map(fetchWhole));
  const module = await importChunk();
  for (const file of files) imported.add(file);
  return module;
}

/** Reads the file to its last byte, because an incomplete answer is not cached. */
async function fetchWhole(file: string): Promise<void> {
  const response = await fetch(`${import.meta.env.BASE_URL}${file}`).catch(throwUnreachable);
  // A newer version of the app was deployed, and this page's files are gone.
  if (response.status === 404) throw new Error(`${file} no longer exists`);
  if (!response.ok) throw new Unreachable(`${response.status}: ${file}`);
  await response.arrayBuffer().catch(throwUnreachable);
}

function throwUnreachable(cause: unknown): never {
  throw new Unreachable(cause);
}
