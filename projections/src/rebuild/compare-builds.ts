import { isDeepStrictEqual } from "node:util";
import type { OpenBuild } from "../store/builds.ts";

/** Two builds of one projection beside each other. */
export interface Comparison {
  /** Documents of the new build and of the old one; what was removed is left out. */
  documents: number;
  before: number;
  /** Of those that both have folded to the same position, how many differ. */
  differing: number;
  /** Some of their keys. */
  examples: string[];
}

type Page = Awaited<ReturnType<OpenBuild["page"]>>;

const pageSize = 1000;
const mostExamples = 5;

/** Compares every document that stands at one position in both; those that have moved on since are left out. */
export async function compareBuilds(
  build: Pick<OpenBuild, "count" | "page">,
  before: Pick<OpenBuild, "count" | "page" | "load">,
): Promise<Comparison> {
  const differing: string[] = [];
  let after = "";
  for (;;) {
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
