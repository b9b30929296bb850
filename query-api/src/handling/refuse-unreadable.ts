import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { VaultUnavailable } from "@attestory/event-store/vault/vault.ts";
import { type ProblemAnswer, problem, withHeaders } from "@attestory/http/routing/problem.ts";
import { refuseErrors } from "@attestory/http/routing/refuse-errors.ts";
import { DocumentParked, ReadStoreUnavailable } from "@attestory/projections/store/read-store.ts";

const parked = (): ProblemAnswer =>
  problem(
    503,
    "projection_fault",
    "This cannot be shown at the moment. The operator of this service has been informed",
  );
const unavailable = (): ProblemAnswer =>
  withHeaders(problem(503, "unavailable", "This cannot be looked up at the moment. Please try again shortly"), {
    "Retry-After": "1",
  });

const message = "read store unavailable";
const refused = [
  // A parked document is reported where the projections run.
  { kind: DocumentParked, message: null, refusal: parked },
  { kind: ReadStoreUnavailable, message, refusal: unavailable },
  { kind: LogUnavailable, message, refusal: unavailable },
  { kind: VaultUnavailable, message, refusal: unavailable },
];

/**
 * Wraps a request handler. A parked document gives 503 `projection_fault`, never the document's old content. An unavailable store
 * gives 503 `unavailable` and is reported to the operator.
 */
export const refuseUnreadable = (reportError: (message: string, error: unknown) => void) =>
  refuseErrors(refused, reportError);
