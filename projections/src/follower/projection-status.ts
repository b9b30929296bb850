import type { Log } from "@attestory/http/observability/log.ts";
import type { DocumentFault, ProjectionMessage } from "../projection-messages.ts";
import { allProjections } from "../read-models/all-projections.ts";
import type { ProjectionFault } from "./follower.ts";
import { ReportedProgress } from "./progress.ts";

/** Read models that lag further behind are not ready. */
const maxLagSeconds = 2;

/** Collects what the projections report, for readiness, metrics and the log. */
export class ProjectionStatus {
  readonly progress = new ReportedProgress();
  readonly #faults = new Map<string, ProjectionFault>();
  readonly #log: Pick<Log, "warn" | "error">;
  #parked: readonly DocumentFault[] = [];

  constructor(log: Pick<Log, "warn" | "error">) {
    this.#log = log;
  }

  tell(message: ProjectionMessage): void {
    switch (message.kind) {
      case "progress":
        this.progress.tell(message.report);
        break;
      case "trouble":
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
    const lag = this.progress.lagSeconds(allProjections.map(({ name }) => name));
    if (lag <= maxLagSeconds) return null;
    return Number.isFinite(lag) ? `${Math.round(lag)} s behind` : "catching up";
  }

  /** How many documents are parked, in words that may be shown to anyone; null if there are none. */
  parkedReason(): string | null {
    return this.#parked.length === 0 ? null : `${this.#parked.length} cannot be read`;
  }

  /** The projection's parked documents, at most a hundred. */
  parkedOf(name: string): readonly DocumentFault[] {
    return this.#parked.filter(({ projection }) => projection === name);
  }

  #park(documents: readonly DocumentFault[]): void {
    this.#parked = documents;
    if (documents.length === 0) return;
    const told = documents.map(({ position, ...rest }) => ({ ...rest, position: String(position) }));
    this.#log.error({ documents: told }, "documents parked: an event could not be applied");
  }
}
