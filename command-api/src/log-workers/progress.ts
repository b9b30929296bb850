import type { ErasuresProgressed } from "@attestory/events/erasure-events.ts";
import type {
  ClaimsProgressed,
  EmailChangesProgressed,
  LapsesProgressed,
} from "@attestory/events/identifier-events.ts";
import type { LogoutEvent } from "@attestory/events/logout-events.ts";
import type { MailEvent } from "@attestory/events/mail-events.ts";
import type { Decider } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

export type ProgressEvent =
  | ClaimsProgressed
  | LapsesProgressed
  | EmailChangesProgressed
  | ErasuresProgressed
  | Extract<LogoutEvent, { type: "LogoutsProgressed" }>
  | Extract<MailEvent, { type: "MailProgressed" }>;

/** The checkpoint of a log worker: all events up to it are done. It only grows, whichever process writes it. */
export const progressOf = (
  type: ProgressEvent["type"],
): Decider<{ position: bigint }, { position: bigint }, ProgressEvent, never> =>
  defineDecider({
    initial: { position: 0n },
    decide: (state, { position }) =>
      position > state.position ? [{ type, data: { position: String(position) } }] : [],
    evolve: {
      ClaimsProgressed: reached,
      LapsesProgressed: reached,
      EmailChangesProgressed: reached,
      ErasuresProgressed: reached,
      LogoutsProgressed: reached,
      MailProgressed: reached,
    },
    decidesOnNewest: 1,
  });

const reached = (_: object, { data }: { data: { position: string } }) => ({ position: BigInt(data.position) });
