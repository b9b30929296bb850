import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { DecryptedEvents } from "../../follower/decrypt-each.ts";
import type { Projection } from "../../read-models/projection.ts";

interface Taker {
  projection: Projection;
}

/** Which targets take which events. */
export interface EventRoutes<Target extends Taker> {
  /** The types of events that any of the targets takes. */
  types: ReadonlySet<string>;
  /** Those of which a target takes the personal fields. */
  opened: ReadonlySet<string>;
  /**
   * The events of each target that takes some of them, in their order. `decrypted`: in the order of `events`, those of the types in
   * `opened`.
   */
  deliver(events: readonly RecordedEvent[], decrypted: DecryptedEvents): Map<Target, Delivery>;
}

interface Delivery {
  events: RecordedEvent[];
  /** As in `DecryptedEvents`. */
  damaged: ReadonlyMap<string, Error>;
}

const undamaged: ReadonlyMap<string, Error> = new Map();
const takesOpened = ({ projection }: Taker) => projection.personal === "opened";

/** Looks up the targets of an event by its type, so that no target looks at the events of others. */
export function createRoutes<Target extends Taker>(targets: Iterable<Target>): EventRoutes<Target> {
  const takers = takersByType(targets);
  const opened = new Set([...takers].filter(([, of]) => of.some(takesOpened)).map(([type]) => type));
  return {
    types: new Set(takers.keys()),
    opened,
    deliver(events, { events: decrypted, damaged = undamaged }) {
      const deliveries = new Deliveries<Target>(damaged);
      let next = 0;
      for (const event of events) {
        const decryptedEvent = opened.has(event.type) ? (decrypted[next++] ?? event) : event;
        for (const target of takers.get(event.type) ?? []) deliveries.add(target, event, decryptedEvent);
      }
      return deliveries.byTarget;
    },
  };
}

class Deliveries<Target extends Taker> {
  readonly byTarget = new Map<Target, Delivery>();
  readonly #damaged: ReadonlyMap<string, Error>;

  constructor(damaged: ReadonlyMap<string, Error>) {
    this.#damaged = damaged;
  }

  add(target: Target, event: RecordedEvent, decrypted: RecordedEvent): void {
    const { events } = this.byTarget.get(target) ?? this.#first(target);
    events.push(takesOpened(target) ? decrypted : event);
  }

  #first(target: Target): Delivery {
    const delivery = { events: [], damaged: takesOpened(target) ? this.#damaged : undamaged };
    this.byTarget.set(target, delivery);
    return delivery;
  }
}

function takersByType<Target extends Taker>(targets: Iterable<Target>): Map<string, Target[]> {
  const takers = new Map<string, Target[]>();
  for (const target of targets) {
    for (const type of target.projection.takes) {
      const others = takers.get(type);
      if (others) others.push(target);
      else takers.set(type, [target]);
    }
  }
  return takers;
}
