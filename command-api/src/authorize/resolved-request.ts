import type { RequestParameters } from "./request-parameters.ts";
import type { AuthorizationError } from "./request-rules.ts";

/** A request with the parameters that count, wherever they were: in the address, pushed before, or in a request object. */
export interface ResolvedRequest {
  readonly parameters: RequestParameters;
  /** How the request is named where it waits for its user; empty for one by parameters alone. */
  readonly reference: Readonly<Record<string, string>>;
  readonly error: AuthorizationError | null;
}
