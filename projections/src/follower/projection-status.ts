import type { Log } from "@attestory/http/observability/log.ts";
import { allProjections } from "../read-models/all-projections.ts";
import { namesIn, type Projection } from "../read-models/projection.ts";
import { type BuildProgress, estimateSeconds } from "../store/builds.ts";
import type { ProjectionFault } from "./follower.ts";
import { lagReason, lagReasonOf, ReportedProgress, reasonsOf, sinceBoot } from "./progress.ts";
import type { DocumentFault, ProjectionMessage } from "./projection-messages.ts";

export type ProjectionLog = Pick<Log, "info" | "warn" | "error">;

const loggedEveryMs = 10_000;

/** Collects what the projections report, for queries, readiness, metrics and the log. */
export class ProjectionStatus {
  readonly progress = new ReportedProgress();
  readonly names: readonly string[];
  readonly #authentication: readonly string[];
  readonly #others: readonly string[];
  readonly #faults = new Map<string, ProjectionFault>();
  readonly #log: ProjectionLog;
  #parked: readonly DocumentFault[] = [];
  #building: ReadonlySet<string> = new Set();
  /** Why projections could not be built. */
  readonly #unbuilt = new Map<string, string>();
  #built: BuildProgress | null = null;
  #buildLoggedAt = Number.NEGATIVE_INFINITY;

  constructor(log: ProjectionLog, projections: readonly Projection[] = allProjections) {
    this.#log = log;
    this.names = projections.map(({ name }) => name);
    this.#authentication = namesIn("authentication", projections);
    this.#others = namesIn("other", projections);
  }

  receive(message: ProjectionMessage): void {
    switch (message.kind) {
      case "progress":
        this.progress.update(message.report);
        break;
      case "error":
        this.#log.warn({ reason: message.reason }, "projections failed, will retry");
        break;
      case "parked":
        this.#park(message.documents);
        break;
      case "started":
        for (const name of message.projections) this.#faults.delete(name);
        break;
      case "building":
        this.#build(message.projections, message.progress);
        break;
      case "built":
        this.#log.info({ projections: message.projections.length }, "read models built");
        break;
      case "unbuilt":
        for (const name of message.projections) this.#unbuilt.set(name, message.publicReason);
        this.#log.error({ projections: message.projections, reason: message.reason }, "read models not built");
        break;
      case "fault":
        this.#faults.set(message.fault.projection, message.fault);
        this.#log.error({ fault: message.fault }, "projection stopped");
        break;
    }
  }

  /** Why nobody can be authenticated from the read models, in words that may be shown to anyone; null when they are ready. */
  readiness(): string | null {
    const stopped = this.#authentication.find((name) => this.#faults.has(name));
    if (stopped) return this.#faultReason(stopped);
    const lag = lagReason(this.progress, this.#authentication);
    if (!lag) for (const name of this.#authentication) this.#unbuilt.delete(name);
    if (lag && this.#authentication.some((name) => this.#building.has(name))) return `being built, ${this.#share()}`;
    return lag && lag + this.#unbuiltReason(this.#authentication);
  }

  /** The same of each projection that authentication does not need: the calls that read it are not answered. */
  othersReason(): string | null {
    return reasonsOf(this.#others, (name) => this.#faultReason(name) ?? this.#lagReason(name));
  }

  /** The parked documents, at most a hundred per projection. */
  parked(): readonly DocumentFault[] {
    return this.#parked;
  }

  /** How many documents are parked, in words that may be shown to anyone; null if there are none. */
  parkedReason(): string | null {
    return this.#parked.length === 0 ? null : `${this.#parked.length} cannot be read`;
  }

  #faultReason(name: string): string | null {
    const fault = this.#faults.get(name);
    return fault ? `${name} has stopped at position ${fault.position}` : null;
  }

  #lagReason(name: string): string | null {
    const lag = lagReasonOf(this.progress, name);
    if (!lag) this.#unbuilt.delete(name);
    if (lag && this.#building.has(name)) return `${name} is being built, ${this.#share()}`;
    return lag && lag + this.#unbuiltReason([name]);
  }

  /** What comes after the lag of projections that could not be built. */
  #unbuiltReason(names: readonly string[]): string {
    const reason = names.map((name) => this.#unbuilt.get(name)).find((found) => found !== undefined);
    return reason === undefined ? "" : `, not built: ${reason}`;
  }

  /** How much of the log has been read. */
  #share(): string {
    const { done = 0n, total = 0n } = this.#built ?? {};
    return `${total === 0n ? 0 : (done * 100n) / total} % done`;
  }

  /** Logs at the start of a build, and every ten seconds. */
  #build(projections: readonly string[], progress: BuildProgress | null): void {
    this.#building = new Set(projections);
    this.#built = progress;
    if (!progress) {
      this.#buildLoggedAt = Number.NEGATIVE_INFINITY;
      return;
    }
    const at = sinceBoot();
    if (at - this.#buildLoggedAt < loggedEveryMs) return;
    this.#buildLoggedAt = at;
    const { done, total, perSecond } = progress;
    const secondsLeft = estimateSeconds(progress);
    const figures = { events: Number(done), of: Number(total), perSecond: Math.round(perSecond), secondsLeft };
    this.#log.info({ projections: projections.length, ...figures }, "read models are being built");
  }

  #park(documents: readonly DocumentFault[]): void {
    this.#parked = documents;
    if (documents.length === 0) return;
    const logged = documents.map(({ position, ...rest }) => ({ ...rest, position: String(position) }));
    this.#log.error({ documents: logged }, "documents parked: an event could not be applied");
  }
}
