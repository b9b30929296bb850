import { setTimeout as wait } from "node:timers/promises";
import type { Readiness } from "@attestory/http/server/health.ts";

const askEveryMs = 250;
/** A build that has just begun may not be told yet. */
const toldWithinMs = 2000;

const isEmpty = (named: Readonly<Record<string, string>>) => Object.keys(named).length === 0;

/**
 * Waits while read models are built without which nobody can sign in; `onBuilding` is called once if there are such. Whatever else keeps
 * the service from being ready is waited for no longer than a moment.
 */
export async function untilBuilt(
  { reasons, builds }: Pick<Readiness, "reasons" | "builds">,
  onBuilding: () => void,
): Promise<void> {
  let toldAt = performance.now();
  let isTold = false;
  while (!isEmpty(await reasons()) && performance.now() - toldAt < toldWithinMs) {
    if (!isEmpty(await builds())) {
      toldAt = performance.now();
      if (!isTold) onBuilding();
      isTold = true;
    }
    await wait(askEveryMs);
  }
}
