import { percentOf } from "@attestory/runtime/command-line/progress-text.ts";
import { type BuildProgress, estimateSeconds, phaseOf } from "../../store/builds.ts";

const what = { applying: "events applied", writing: "documents written" } as const;
const units = { applying: "events", writing: "documents" } as const;
const verbs = { applying: "Building", writing: "Writing" } as const;

/** "40 % of events applied", then "10 % of documents written". Never 100 %: then the build would be active. */
export function shareInWords(progress: BuildProgress): string {
  const { phase, done, total } = phaseOf(progress);
  return `${percentOf(done, total)} % of ${what[phase]}`;
}

/** For the bar of a terminal. */
export function figuresOf(readModels: number, progress: BuildProgress) {
  const { phase, done, total, perSecond } = phaseOf(progress);
  const secondsLeft = estimateSeconds(progress);
  return { what: `${verbs[phase]} ${counted(readModels)}`, unit: units[phase], done, total, perSecond, secondsLeft };
}

export const counted = (readModels: number): string => `${readModels} read model${readModels === 1 ? "" : "s"}`;

/** "1,000 events in 2.0 s (500/s)", from the beginning until now. */
export function totalInWords({ started, done }: BuildProgress, now: number): string {
  const seconds = Math.max(0.1, (now - started) / 1000);
  const perSecond = Math.round(Number(done) / seconds).toLocaleString("en");
  return `${done.toLocaleString("en")} events in ${seconds.toFixed(1)} s (${perSecond}/s)`;
}
