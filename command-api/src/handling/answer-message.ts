import type { Position } from "@attestory/events/envelope.ts";
import { isRefused, type Refused } from "./decider.ts";

interface MessageAnswer {
  readonly status: 200;
  readonly body: { readonly message: string };
  readonly position: Position;
  readonly cookies: readonly string[];
}

type Done = { position: Position } | Refused;

/** What the handler of a call returns that only says that it is done. */
export function answerMessage<Outcome extends Done>(
  outcome: Outcome,
  message: string,
  cookies: readonly string[] = [],
): Extract<Outcome, Refused> | MessageAnswer {
  if (isRefused(outcome)) return outcome;
  const { position } = outcome as Exclude<Done, Refused>;
  return { status: 200, body: { message }, position, cookies };
}
