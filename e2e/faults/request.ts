import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import type { Answered, Person } from "../http/client.ts";

/** A person with an account, as far as the answers show. */
export interface Visitor extends Person {
  userId: string;
  token: string;
  firstName: string | null;
  /** Tokens whose session has ended. */
  ended: string[];
}

export type Call = `${"POST" | "PUT" | "DELETE" | "GET"} /${string}`;

export interface Request {
  call: Call;
  /** The types of its events that carry its fingerprint. */
  comesTo: readonly AttestoryEvent["type"][];
  /** All its appends, as a tracepoint names them, where they are more or others than one of each type in `comesTo`. */
  appends?: readonly string[];
  /** Whether it is sent without a session. */
  open?: boolean;
  /** Whether it reserves an address or a username. A client may give it up: the service then frees the name or finishes the change. */
  reserves?: boolean;
  /** The status of the refusal that it gets; undefined if it is carried out. */
  refusedWith?: number;
  /** Its body, or the part that follows from the visitor; `text` is another one each time. */
  body?(visitor: Visitor, text: string): object;
  /** Updates what the visitor knows. */
  learn?(visitor: Visitor, text: string, answer: Answered): void;
  /** Whether this answer to a repeat shows that it was carried out. For one whose repeat is not answered like itself. */
  isCarriedOut?(answer: Answered): boolean;
}

/** The request with this id in its path. */
export const named = <Of extends Request>(request: Of, id: string): Of => ({
  ...request,
  call: request.call.replace(/{.*?}/, id),
});
