import type { Log } from "@attestory/http/observability/log.ts";
import { allProjections } from "../read-models/all-projections.ts";
import { namesIn, type Projection } from "../read-models/projection.ts";
import type { ProjectionFault } from "./follower.ts";
import { lagReason, lagReasonOf, ReportedProgress, reasonsOf } from "./progress.ts";
import type { DocumentFault, ProjectionMessage } from "./projection-messages.ts";

export type ProjectionLog = Pick<Log, "warn" | "error">;

/** Collects what the projections report, for queries, readiness, metrics and the log. */
export class ProjectionStatus {
  readonly progress = new ReportedProgress();
  readonly names: readonly string[];
  readonly #authentication: readonly string[];
  readonly #others: readonly string[];
  readonly #faults = new Map<string, ProjectionFault>();
  readonly #log: ProjectionLog;
  #parked: readonly DocumentFault[] = [];

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
      case "fault":
        this.#faults.set(message.fault.projection, message.fault);
        this.#log.error({ fault: message.fault }, "projection stopped");
        break;
    }
  }

  /** Why nobody can be authenticated from the read models, in words that may be shown to anyone; null when they are ready. */
  readiness(): string | null {
    const stopped = this.#authentication.find((name) => this.#faults.has(name));
    return stopped ? this.#faultReason(stopped) : lagReason(this.progress, this.#authentication);
  }

  /** The same of each projection that authentication does not need: the calls that read it are not answered. */
  othersReason(): string | null {
    return reasonsOf(this.#others, (name) => this.#faultReason(name) ?? lagReasonOf(this.progress, name));
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

  #park(documents: readonly DocumentFault[]): void {
    this.#parked = documents;
    if (documents.length === 0) return;
    const logged = documents.map(({ position, ...rest }) => ({ ...rest, position: String(position) }));
    this.#log.error({ documents: logged }, "documents parked: an event could not be applied");
  }
}
