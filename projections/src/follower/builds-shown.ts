import type { Log } from "@attestory/http/observability/log.ts";
import { percentOf } from "@attestory/runtime/command-line/progress-text.ts";
import { shareInWords } from "../rebuild/command/progress-words.ts";
import { type BuildProgress, estimateSeconds, phaseOf } from "../store/builds.ts";
import type { BuildBar } from "./build-bar.ts";
import { sinceBoot } from "./progress.ts";
import type { ProjectionMessage } from "./projection-messages.ts";

type Building = Extract<ProjectionMessage, { kind: "building" }>;

const loggedEveryMs = 10_000;

/** How far the builds of this process are, for readiness, the log and the terminal. */
export class BuildsShown {
  readonly #log: Pick<Log, "info">;
  readonly #bar: BuildBar | null;
  #building: Building | null = null;
  readonly #built = new Set<string>();
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(log: Pick<Log, "info">, bar: BuildBar | null) {
    this.#log = log;
    this.#bar = bar;
  }

  get progress(): BuildProgress | null {
    return this.#building?.progress ?? null;
  }

  /** "40 % of events applied", by the name of each read model that is being built. */
  shares(): Record<string, string> {
    const { projections = [], progress, each } = this.#building ?? {};
    if (!progress) return {};
    const left = projections.filter((name) => !this.#built.has(name));
    return Object.fromEntries(left.map((name) => [name, shareInWords(each?.get(name) ?? progress)]));
  }

  /** "being built, 40 % of events applied": the share of the first of these that is being built; null if none is. */
  shareOf(names: readonly string[]): string | null {
    const shares = this.shares();
    const share = names.map((name) => shares[name]).find((found) => found !== undefined);
    return share === undefined ? null : `being built, ${share}`;
  }

  building(message: Building): void {
    if (message.progress) this.#show(message, message.progress);
    else this.#end();
  }

  built(projections: readonly string[]): void {
    for (const name of projections) this.#built.add(name);
    this.#log.info({ projections: projections.length }, "read models built");
  }

  #show(message: Building, progress: BuildProgress): void {
    this.#building = message;
    this.#bar?.show(message.projections.length, progress);
    if (!this.#bar?.standsInLog) this.#logIfDue(message.projections.length, progress);
  }

  #end(): void {
    const { projections = [], progress = null } = this.#building ?? {};
    if (progress) this.#bar?.end(this.#built.size, projections.length, progress);
    this.#building = null;
    this.#built.clear();
    this.#loggedAt = Number.NEGATIVE_INFINITY;
  }

  /** Logs at the start of a build, and every ten seconds. */
  #logIfDue(projections: number, progress: BuildProgress): void {
    const at = sinceBoot();
    if (at - this.#loggedAt < loggedEveryMs) return;
    this.#loggedAt = at;
    const { phase, done, total, perSecond } = phaseOf(progress);
    const counted = phase === "applying" ? { events: done } : { documents: done };
    const figures = {
      ...counted,
      of: total,
      percent: percentOf(done, total),
      perSecond: Math.round(perSecond),
      secondsLeft: estimateSeconds(progress),
    };
    this.#log.info({ projections, ...figures }, "read models are being built");
  }
}
