import type { AttestoryEvent } from "@attestory/events/catalogue.ts";

export interface Request {
  what: string;
  method: "POST" | "PUT" | "DELETE" | "GET";
  path: string;
  /** The types of its events that carry its fingerprint. */
  comesTo: readonly AttestoryEvent["type"][];
  /** All its appends, as a tracepoint names them, where they are more or others than one of each type in `comesTo`. */
  appends?: readonly string[];
}

/** The request with this id in its path. */
export const named = <Of extends Request>(request: Of, id: string): Of => ({
  ...request,
  path: request.path.replace(/{.*?}/, id),
});
