import type { Position } from "@attestory/events/envelope.ts";
import { Waiters } from "@attestory/runtime/waiters.ts";
import { authenticationNames } from "../read-models/all-projections.ts";

/** How far the read models have processed the log, for callers that wait for their own writes. */
export interface Progress {
  /** True as soon as all of the projections have reached the position; false after `ms`, or when too many calls wait. */
  waitForPosition(names: readonly string[], position: Position, ms: number): Promise<boolean>;
  /** Seconds since all of the projections were last known to hold all of the log; Infinity if they never did. */
  lagSeconds(names: readonly string[]): number;
  /** The newest position that all of the projections have reached. */
  position(names: readonly string[]): Position;
}

/** Read models that lag further behind are not ready, and queries do not accept them. */
export const maxLagSeconds = 2;

/** How far the read models are behind, in words that may be shown to anyone; null if they are close enough. */
export function lagReason(progress: Pick<Progress, "lagSeconds">, names: readonly string[]): string | null {
  const lag = progress.lagSeconds(names);
  if (lag <= maxLagSeconds) return null;
  return Number.isFinite(lag) ? `${Math.round(lag)} s behind` : "catching up";
}

/** As `lagReason`, of one projection, which it names. */
export function lagReasonOf(progress: Pick<Progress, "lagSeconds">, name: string): string | null {
  const reason = lagReason(progress, [name]);
  return reason && `${name} is ${reason}`;
}

/** The reasons of all projections that have one, as one text; null if none has. */
export function reasonsOf(names: readonly string[], reasonOf: (name: string) => string | null): string | null {
  return (
    names
      .map(reasonOf)
      .filter((reason) => reason !== null)
      .join(", ") || null
  );
}

/** A follower's report: the position of each projection, and when it last held all of the log. */
export interface ProgressReport {
  positions: ReadonlyMap<string, Position>;
  /** Milliseconds on the clock of `sinceBoot`. */
  asOf: ReadonlyMap<string, number>;
}

/** The positions that other processes are told: those of the projections that sign-outs wait for. */
export const publishedPositions = ({ positions }: ProgressReport): ReadonlyMap<string, Position> =>
  new Map([...positions].filter(([name]) => authenticationNames.includes(name)));

/** Milliseconds on a monotonic clock that all threads of the process share. */
export const sinceBoot = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;

/** Progress taken from reports; each report resolves the waiters whose position it reaches. */
export class ReportedProgress implements Progress {
  readonly #positions = new Map<string, Position>();
  readonly #asOf = new Map<string, number>();
  readonly #waiters: Waiters;
  readonly #now: () => number;
  readonly #listeners = new Set<(report: ProgressReport) => void>();

  constructor(now: () => number = sinceBoot, mostWaiters?: number) {
    this.#now = now;
    this.#waiters = new Waiters(mostWaiters);
  }

  update(report: ProgressReport): void {
    for (const [name, position] of report.positions) this.#positions.set(name, position);
    for (const [name, at] of report.asOf) this.#asOf.set(name, at);
    this.#waiters.check();
    for (const listener of this.#listeners) listener(report);
  }

  /** Calls `listener` with what is known, then with every report. Returns what ends that. */
  subscribe(listener: (report: ProgressReport) => void): () => void {
    listener({ positions: new Map(this.#positions), asOf: new Map(this.#asOf) });
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** No more reports will come: resolves every waiter with false. */
  end(): void {
    this.#waiters.end();
  }

  waitForPosition(names: readonly string[], position: Position, ms: number): Promise<boolean> {
    return this.#waiters.wait(() => this.position(names) >= position, ms);
  }

  lagSeconds(names: readonly string[]): number {
    let oldest = Number.POSITIVE_INFINITY;
    for (const name of names) oldest = Math.min(oldest, this.#asOf.get(name) ?? Number.NEGATIVE_INFINITY);
    return Math.max(0, (this.#now() - oldest) / 1000);
  }

  position(names: readonly string[]): Position {
    let lowest: Position | null = null;
    for (const name of names) {
      const position = this.#positions.get(name) ?? 0n;
      if (lowest === null || position < lowest) lowest = position;
    }
    return lowest ?? 0n;
  }
}
