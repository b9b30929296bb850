import { type StreamName, settlementsStream } from "@attestory/events/envelope.ts";
import type { SettlementEvent } from "@attestory/events/identifier-events.ts";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { type Decider, isRefused } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

/** A reservation, or all that a registration which must end still holds (`identifier` is null). */
export interface Settlement {
  userId: string;
  identifier: StreamName | null;
}

export interface AbandonedSettlement extends Settlement {
  /** When it could have been settled for the first time. */
  since: Date;
}

type Abandoned = ReadonlyMap<string, AbandonedSettlement>;
type SettlementCommand = { type: "abandon"; abandoned: AbandonedSettlement } | { type: "resolve"; settled: Settlement };

export const settlementKey = ({ userId, identifier }: Settlement): string => identifier ?? userId;

/** What workers gave up settling, and what was settled after all. */
export const settlements: Decider<Abandoned, SettlementCommand, SettlementEvent, never> = defineDecider({
  initial: new Map(),

  decide: {
    abandon(state, { abandoned }) {
      const { userId, identifier, since } = abandoned;
      const data = { userId, identifier, since: since.toISOString() };
      return holds(state, abandoned) ? [] : [{ type: "SettlementAbandoned", data }];
    },
    resolve: (state, { settled }) => {
      const { userId, identifier } = settled;
      return holds(state, settled) ? [{ type: "SettlementResolved", data: { userId, identifier } }] : [];
    },
  },

  evolve: {
    SettlementAbandoned(state, { data: { since, ...data } }) {
      const settlement = settlementOf(data);
      return new Map(state).set(settlementKey(settlement), { ...settlement, since: new Date(since) });
    },
    SettlementResolved(state, { data }) {
      const next = new Map(state);
      next.delete(settlementKey(settlementOf(data)));
      return next;
    },
  },
});

const settlementOf = ({ userId, identifier }: { userId: string; identifier: string | null }): Settlement => ({
  userId,
  identifier: identifier as StreamName | null,
});

const holds = (state: Abandoned, settlement: Settlement): boolean =>
  state.get(settlementKey(settlement))?.userId === settlement.userId;

/** The list in the log of what workers gave up. */
export interface Settlements {
  /** As of the last `refresh` or change. */
  list(): AbandonedSettlement[];
  refresh(): Promise<void>;
  /** @throws if it could not be recorded */
  abandon(abandoned: AbandonedSettlement, now: Date): Promise<void>;
  /** Does nothing if it was not abandoned. @throws if it could not be recorded */
  resolve(settled: Settlement, now: Date): Promise<void>;
}

/** @param worker the name of the worker that gives up */
export function createSettlements(commandHandler: CommandHandler, worker: string): Settlements {
  let state: Abandoned = settlements.initial;
  const refresh = async () => {
    state = (await commandHandler.load(settlements, settlementsStream)).state;
  };
  const record = async (command: SettlementCommand, now: Date) => {
    const outcome = await commandHandler.handle({
      decider: settlements,
      stream: settlementsStream,
      command,
      person: null,
      commandContext: systemContext(worker, now),
    });
    if (isRefused(outcome)) throw new Error("other writers came first");
    await refresh();
  };
  return {
    list: () => [...state.values()],
    refresh,
    abandon: (abandoned, now) => record({ type: "abandon", abandoned }, now),
    async resolve(settled, now) {
      if (holds(state, settled)) await record({ type: "resolve", settled }, now);
    },
  };
}
