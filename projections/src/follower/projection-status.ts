import type { Log } from "@attestory/http/observability/log.ts";
import { allProjections } from "../read-models/all-projections.ts";
import { namesIn, type Projection } from "../read-models/projection.ts";
import type { BuildProgress } from "../store/builds.ts";
import type { BuildBar } from "./build-bar.ts";
import { BuildsShown } from "./builds-shown.ts";
import type { ProjectionFault } from "./follower.ts";
import { lagReason, lagReasonOf, ReportedProgress, reasonsOf } from "./progress.ts";
import type { DocumentFault, ProjectionMessage } from "./projection-messages.ts";

export type ProjectionLog = Pick<Log, "info" | "warn" | "error">;

/** Collects what the projections report, for queries, readiness, metrics and the log. */
export class ProjectionStatus {
  readonly progress = new ReportedProgress();
  readonly names: readonly string[];
  readonly #authentication: readonly string[];
  readonly #others: readonly string[];
  readonly #faults = new Map<string, ProjectionFault>();
  readonly #log: ProjectionLog;
  #parked: readonly DocumentFault[] = [];
  /** Why projections could not be built. */
  readonly #unbuilt = new Map<string, string>();
  readonly #builds: BuildsShown;

  /** @param bar shows builds on the terminal, if there is one */
  constructor(log: ProjectionLog, projections: readonly Projection[] = allProjections, bar: BuildBar | null = null) {
    this.#log = log;
    this.#builds = new BuildsShown(log, bar);
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
        this.#builds.building(message);
        break;
      case "built":
        this.#builds.built(message.projections);
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
    return lag && (this.#builds.shareOf(this.#authentication) ?? lag + this.#unbuiltReason(this.#authentication));
  }

  /** The same of each projection that authentication does not need: the calls that read it are not answered. */
  othersReason(): string | null {
    return reasonsOf(this.#others, (name) => this.#faultReason(name) ?? this.#lagReason(name));
  }

  /** How far the builds are; null while nothing is built. */
  buildProgress(): BuildProgress | null {
    return this.#builds.progress;
  }

  /** "40 % of events applied", by the name of each read model that this process builds. */
  buildShares(): Record<string, string> {
    return this.#builds.shares();
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
    const share = lag && this.#builds.shareOf([name]);
    if (share) return `${name} is ${share}`;
    return lag && lag + this.#unbuiltReason([name]);
  }

  /** What comes after the lag of projections that could not be built. */
  #unbuiltReason(names: readonly string[]): string {
    const reason = names.map((name) => this.#unbuilt.get(name)).find((found) => found !== undefined);
    return reason === undefined ? "" : `, not built: ${reason}`;
  }

  #park(documents: readonly DocumentFault[]): void {
    this.#parked = documents;
    if (documents.length === 0) return;
    const logged = documents.map(({ position, ...rest }) => ({ ...rest, position: String(position) }));
    this.#log.error({ documents: logged }, "documents parked: an event could not be applied");
  }
}
