import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { OldFormat } from "@attestory/event-store/old-format.ts";
import { WrongAddress } from "@attestory/event-store/wrong-address.ts";
import { settlementsStream } from "@attestory/events/envelope.ts";
import { kindOf } from "./abandoned-reservations.ts";
import { type AbandonedSettlement, settlements } from "./settlements.ts";

export interface ReservationsCommand {
  args: string[];
  /** Called only if there are no arguments. Opens the log to read it. */
  open(): Promise<EventLog>;
  /** Ends the process and prints the reason on one line; exit codes as in sysexits.h. */
  fail(code: number, why: string): never;
}

/** Lists the reservations that the workers gave up and that are still not settled. Needs no key: identifiers are digests in the log. */
export async function runReservationsCommand({ args, open, fail }: ReservationsCommand): Promise<void> {
  if (args.length > 0) return fail(64, `"reservations ${args.join(" ")}": this command takes no arguments`);
  try {
    const log = await open();
    const abandoned = await abandonedIn(log);
    await log.close();
    const count = abandoned.length === 1 ? "1 reservation" : `${abandoned.length.toLocaleString("en")} reservations`;
    process.stdout.write(`${[...abandoned.map(lineOf), `listed ${count} that could not be settled`].join("\n")}\n`);
  } catch (error) {
    const isFixable = error instanceof WrongAddress || error instanceof OldFormat;
    fail(isFixable ? 78 : 1, error instanceof Error ? error.message : String(error));
  }
}

async function abandonedIn(log: EventLog): Promise<AbandonedSettlement[]> {
  let state = settlements.initial;
  for (const event of (await log.read(settlementsStream)).events) {
    if (event.type === "SettlementAbandoned" || event.type === "SettlementResolved") {
      state = settlements.evolve(state, event);
    }
  }
  return [...state.values()];
}

const lineOf = (abandoned: AbandonedSettlement): string =>
  [
    kindOf(abandoned).padEnd("registration".length),
    `since ${abandoned.since.toISOString()}`,
    `user ${abandoned.userId}`,
    ...(abandoned.identifier === null ? [] : [`stream ${abandoned.identifier}`]),
  ].join("  ");
