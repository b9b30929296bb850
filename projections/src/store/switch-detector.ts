import type { Builds } from "./builds.ts";

/** Detects that the active builds have changed since the previous call. */
export function switchDetector(builds: Pick<Builds, "list">) {
  let seen: string | null = null;
  return {
    async hasSwitched(): Promise<boolean> {
      const read = (await builds.list()).filter(({ state }) => state === "running");
      const active = read.map(({ projection, build }) => `${projection} ${build}`).join();
      const switched = seen !== null && seen !== active;
      seen = active;
      return switched;
    },
  };
}
