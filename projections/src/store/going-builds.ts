import { shareInWords } from "../rebuild/command/progress-words.ts";
import type { Build, Builds } from "./builds.ts";

/** A build that has reported nothing for so long was killed. To sort and to switch takes less. */
const mostSilentMs = 120_000;

/** What is built at the time `now` (milliseconds since the epoch), by whichever process. */
export const goingBuilds = async (builds: Pick<Builds, "list">, now: number): Promise<Build[]> =>
  (await builds.list()).filter(({ state, progress }) => state === "building" && now - progress.told < mostSilentMs);

/** "40 % of events applied", by the name of each projection that a process builds at the time `now`. */
export async function sharesOfBuilds(builds: Pick<Builds, "list">, now: number): Promise<Record<string, string>> {
  const going = await goingBuilds(builds, now);
  return Object.fromEntries(going.map(({ projection, progress }) => [projection, shareInWords(progress)]));
}
