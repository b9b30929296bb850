import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type ConsentDocument, consents } from "@attestory/projections/read-models/consents.ts";
import type { Projection } from "@attestory/projections/read-models/projection.ts";
import { type TotalsDocument, totals } from "@attestory/projections/read-models/totals.ts";
import { buildFromZero } from "@attestory/projections/rebuild/pass/build-from-zero.ts";
import type { OpenBuild } from "@attestory/projections/store/builds.ts";
import { openBuilds } from "@attestory/projections/store/open-read-store.ts";
import type { ReadableLog } from "./log-up-to.ts";

export const countNames = ["accounts", "applications", "consents"] as const;
export type Counts = Record<(typeof countNames)[number], number>;

const pageSize = 1000;
const running = new AbortController().signal;
/** These read models hold nothing decrypted. */
const sealing = { decrypt: async () => Promise.reject(new Error("nothing is decrypted here")) };

/** Builds read models of the log in the folder, as the service does, and returns what they count. */
export async function countFigures(
  log: ReadableLog,
  { folder, name }: { folder: string; name: string },
): Promise<Counts> {
  const counts: Counts = { accounts: 0, applications: 0, consents: 0 };
  const dataDir = join(folder, name);
  await mkdir(dataDir, { mode: 0o700 });
  for await (const document of documentsOf<TotalsDocument>(log, totals as Projection, dataDir)) {
    counts.accounts += document.accounts;
    counts.applications += document.applications;
  }
  for await (const { isGranted } of documentsOf<ConsentDocument>(log, consents as Projection, dataDir)) {
    if (isGranted) counts.consents++;
  }
  return counts;
}

async function* documentsOf<Document extends object>(log: ReadableLog, projection: Projection, dataDir: string) {
  const builds = await openBuilds({ dataDir, generation: 1 });
  try {
    for await (const one of buildFromZero([projection], { log, sealing, builds }, running)) {
      if ("error" in one) throw one.error;
      yield* readBuild<Document>(await builds.open(projection, one.build));
    }
  } finally {
    await builds.close();
  }
}

async function* readBuild<Document extends object>(build: OpenBuild) {
  try {
    for (let page = await build.page("", pageSize); page.size > 0; ) {
      for (const { text } of page.values()) if (text !== null) yield JSON.parse(text) as Document;
      page = await build.page([...page.keys()].at(-1) ?? "", pageSize);
    }
  } finally {
    await build.close();
  }
}
