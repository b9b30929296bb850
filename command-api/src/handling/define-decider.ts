import type { AttestoryEvent, Recorded, RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Decider, Refused } from "./decider.ts";

type EventType = AttestoryEvent["type"];
type Decision<Event, Reason extends string> = readonly Event[] | Refused<Reason>;
type TypeOf<Command> = Command extends { type: string } ? Command["type"] : never;

/**
 * Inferred from the type that the decider is declared with, and from nothing in the tables. `NoInfer` would keep unions from being taken
 * apart by their types.
 */
type Declared<Type> = [Type][Type extends unknown ? 0 : never];

type Decisions<State, Command, Type extends string, Decided> = {
  readonly [Each in Type]: (state: State, command: Extract<Command, { type: Each }>) => Decided;
};
type Changes<State, Type extends EventType, Next> = {
  readonly [Each in Type]: (state: State, event: Recorded<Each>) => Next;
};

interface After<State, Before extends State, Type extends EventType> {
  /** What every event of `evolve` does besides. */
  after?(next: State, before: Before, event: Recorded<Type>): State;
}

/** What needs a state of one kind. In another, events do nothing, and commands are refused with the reason `otherwise`. */
type When<State, Kind extends State, Type extends EventType, Refusing> = Refusing &
  After<State, Kind, Type> & {
    is(state: State): state is Kind;
    readonly evolve?: Changes<Kind, Type, State>;
  };

type Refusing<Kind, Command, Type extends string, Event, Reason extends string> =
  | { otherwise: Reason; decide: Decisions<Kind, Command, Type, Decision<Event, Reason>> }
  | { otherwise?: never; decide?: never };

interface Tables<
  State,
  Command,
  Event extends AttestoryEvent,
  Reason extends string,
  Kind extends State,
  KindCommand extends string,
  KindEvent extends EventType,
  Ignored extends EventType,
> extends Pick<Decider<State, Command, Event, Reason>, "initial" | "decidesOnNewest" | "snapshot">,
    After<State, State, Exclude<Event["type"], KindEvent | Ignored>> {
  /** A function instead of a table where there is one command only. */
  readonly decide: [Command] extends [{ type: string }]
    ? Decisions<State, Command, Exclude<TypeOf<Command>, KindCommand>, Decision<Event, Reason>>
    : (state: State, command: Command) => Decision<Event, Reason>;
  readonly evolve: Changes<State, Exclude<Event["type"], KindEvent | Ignored>, State>;
  readonly when?: When<State, Kind, KindEvent, Refusing<Kind, Command, KindCommand, Event, Reason>>;
  /** Events that do nothing. */
  readonly ignores?: readonly Ignored[];
}

type Decide<State> = (state: State, command: never) => Decision<never, never>;
type Evolve<State> = (state: State, event: RecordedEvent) => State;

/** The same tables without the types of events and commands: TypeScript cannot follow a look-up by type. */
interface LooseTables<State> {
  decide: Record<string, Decide<State>> | Decide<State>;
  evolve: Record<string, Evolve<State>>;
  after?(next: State, before: State, event: RecordedEvent): State;
  when?: LooseWhen<State>;
  ignores?: readonly string[];
}
interface LooseWhen<State> extends Partial<Pick<LooseTables<State>, "evolve" | "after">> {
  is(state: State): boolean;
  decide?: Record<string, Decide<State>>;
  otherwise: never;
}

/** Makes a decider of tables that say what becomes of each command, and what each event does. */
export function defineDecider<
  State,
  Command,
  Event extends AttestoryEvent,
  Reason extends string,
  Kind extends State = State,
  KindCommand extends TypeOf<Command> = never,
  KindEvent extends Event["type"] = never,
  Ignored extends Event["type"] = never,
>(
  tables: Tables<
    Declared<State>,
    Declared<Command>,
    Declared<Event>,
    Declared<Reason>,
    Kind,
    KindCommand,
    KindEvent,
    Ignored
  >,
): Decider<State, Command, Event, Reason> {
  const { initial, decidesOnNewest, snapshot } = tables;
  const loose = tables as unknown as LooseTables<State>;
  return {
    initial,
    decide: decideBy(loose) as Decider<State, Command, Event, Reason>["decide"],
    evolve: evolveBy(loose),
    ...(decidesOnNewest !== undefined && { decidesOnNewest }),
    ...(snapshot && { snapshot }),
  };
}

function decideBy<State>({ decide, when }: LooseTables<State>) {
  if (typeof decide === "function") return decide;
  const table: Record<string, Decide<State>> = Object.assign(Object.create(null), decide);
  if (when) {
    for (const [type, decideKind] of Object.entries(when.decide ?? {})) {
      if (type in table) throw new Error(`${type} has two places in a decider`);
      table[type] = (state, command) => (when.is(state) ? decideKind(state, command) : { refused: when.otherwise });
    }
  }
  return (state: State, command: { type: string }) => (table[command.type] as Decide<State>)(state, command as never);
}

interface Step<State> {
  evolve: Evolve<State>;
  /** The states that the step needs; null: any. */
  is: ((state: State) => boolean) | null;
  after: ((next: State, before: State, event: RecordedEvent) => State) | null;
}

function evolveBy<State>({ evolve, after, when, ignores = [] }: LooseTables<State>): Evolve<State> {
  // Without a prototype, which makes look-ups faster. A record costs less at each event than a function around each step.
  const steps: Record<string, Step<State>> = Object.create(null);
  const add = (table: Record<string, Evolve<State>>, around: Omit<Step<State>, "evolve">) => {
    for (const [type, step] of Object.entries(table)) {
      if (type in steps) throw new Error(`${type} has two places in a decider`);
      steps[type] = { evolve: step, ...around };
    }
  };
  add(evolve, { is: null, after: after ?? null });
  add(when?.evolve ?? {}, { is: when?.is ?? null, after: when?.after ?? null });
  add(Object.fromEntries(ignores.map((type) => [type, (state: State) => state])), { is: null, after: null });
  return (state, event) => {
    const step = steps[event.type] as Step<State>;
    if (step.is !== null && !step.is(state)) return state;
    const next = step.evolve(state, event);
    return step.after === null ? next : step.after(next, state, event);
  };
}
