import { isDeepStrictEqual } from "node:util";
import type { OpenBuild } from "../store/builds.ts";

/** The comparison of two builds of one projection. */
export interface Comparison {
  /** The number of documents in the new build; `before` in the old one. Removed documents do not count. */
  documents: number;
  before: number;
  /** How many documents differ that have the same position in both builds. */
  differing: number;
  /** Keys of some documents that differ. */
  examples: string[];
}

type Page = Awaited<ReturnType<OpenBuild["page"]>>;

const pageSize = 1000;
const mostExamples = 5;

/**
 * Compares every document that has the same position in both builds; skips those that have changed since.
 * @throws the signal's reason
 */
export async function compareBuilds(
  build: Pick<OpenBuild, "count" | "page">,
  before: Pick<OpenBuild, "count" | "page" | "load">,
  signal?: AbortSignal,
): Promise<Comparison> {
  const differing: string[] = [];
  let after = "";
  for (;;) {
    signal?.throwIfAborted();
    const page = await build.page(after, pageSize);
    differing.push(...differences(page, await before.load({ name: "compared@1", indexes: {} }, [...page.keys()])));
    after = [...page.keys()].at(-1) ?? "";
    if (page.size < pageSize) break;
    await new Promise(setImmediate);
  }
  return {
    documents: await build.count(),
    before: await before.count(),
    differing: differing.length,
    examples: differing.slice(0, mostExamples),
  };
}

function differences(page: Page, before: Awaited<ReturnType<OpenBuild["load"]>>): string[] {
  return [...page].flatMap(([key, { position, text }]) => {
    const old = before.get(key);
    if (!old || old.position !== position) return [];
    return isDeepStrictEqual(text && JSON.parse(text), old.document) && !old.parked ? [] : [key];
  });
}
