import type { Log } from "@attestory/http/observability/log.ts";
import type { DocumentFault, ProjectionMessage } from "../projection-messages.ts";
import { projectionNames } from "../read-models/all-projections.ts";
import type { ProjectionFault } from "./follower.ts";
import { lagReason, ReportedProgress } from "./progress.ts";

export type ProjectionLog = Pick<Log, "warn" | "error">;

/** Collects what the projections report, for queries, readiness, metrics and the log. */
export class ProjectionStatus {
  readonly progress = new ReportedProgress();
  readonly #faults = new Map<string, ProjectionFault>();
  readonly #log: ProjectionLog;
  #parked: readonly DocumentFault[] = [];

  constructor(log: ProjectionLog) {
    this.#log = log;
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

  /** Why the read models are not ready, in words that may be shown to anyone; null when they are ready. */
  readiness(): string | null {
    const [fault] = this.#faults.values();
    if (fault) return `${fault.projection} has stopped at position ${fault.position}`;
    return lagReason(this.progress, projectionNames);
  }

  /** The parked documents, at most a hundred per projection. */
  parked(): readonly DocumentFault[] {
    return this.#parked;
  }

  /** How many documents are parked, in words that may be shown to anyone; null if there are none. */
  parkedReason(): string | null {
    return this.#parked.length === 0 ? null : `${this.#parked.length} cannot be read`;
  }

  #park(documents: readonly DocumentFault[]): void {
    this.#parked = documents;
    if (documents.length === 0) return;
    const logged = documents.map(({ position, ...rest }) => ({ ...rest, position: String(position) }));
    this.#log.error({ documents: logged }, "documents parked: an event could not be applied");
  }
}
