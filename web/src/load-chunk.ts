import { Unreachable } from "./api-error.ts";

/** The paths of the modules that the page itself loads. */
const ofPage = [...document.querySelectorAll("script[type=module], link[rel=modulepreload]")].map(
  (element) => element.getAttribute("src") ?? element.getAttribute("href"),
);

/** Paths of the files that are imported already. */
const imported = new Set(ofPage);

/** The files that are being fetched: chunks that are imported together share some. */
const inProgress = new Map<string, Promise<void>>();

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
  const paths = files.map((file) => `${import.meta.env.BASE_URL}${file}`);
  await Promise.all(paths.filter((path) => !imported.has(path)).map(fetchOnce));
  const module = await importChunk();
  for (const path of paths) imported.add(path);
  return module;
}

function fetchOnce(path: string): Promise<void> {
  const started = inProgress.get(path);
  if (started) return started;
  const fetched = fetchWhole(path).finally(() => inProgress.delete(path));
  inProgress.set(path, fetched);
  return fetched;
}

/** Reads the file to its last byte, because an incomplete answer is not cached. */
async function fetchWhole(path: string): Promise<void> {
  const response = await fetch(path).catch(throwUnreachable);
  // A newer version of the app was deployed, and this page's files are gone.
  if (response.status === 404) throw new Error(`${path} no longer exists`);
  if (!response.ok) throw new Unreachable(`${response.status}: ${path}`);
  await response.arrayBuffer().catch(throwUnreachable);
}

function throwUnreachable(cause: unknown): never {
  throw new Unreachable(cause);
}
