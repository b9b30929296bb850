import { user } from "@attestory/command-api/accounts/user.ts";
import type { UserState } from "@attestory/command-api/accounts/user-state.ts";
import { ownedIdentifiers } from "@attestory/command-api/identifiers/owned-identifiers.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { UserEvent } from "@attestory/events/account-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { StreamName } from "@attestory/events/envelope.ts";
import type { Stored } from "./stored.ts";

/** I2: each confirmed address and username belongs to the one user who carries it, and no reservation is left pending. */
export function* wrongOwners({ events, keyring }: Stored): Generator<string> {
  const streams = Map.groupBy(events, ({ stream }) => stream);
  const carriers = carriersIn(streams, keyring);
  for (const [identifier, ids] of carriers) {
    if (ids.length > 1) yield `I2 ${identifier} is carried by ${ids.join(" and ")}`;
    if (!streams.has(identifier)) yield `I2 ${identifier} is carried by ${ids} and reserved for no one`;
  }
  for (const [stream, history] of streams) {
    if (/^(email|username)-/.test(stream)) yield* wrongOwner(stream, history, carriers.get(stream)?.[0] ?? null);
  }
}

type Streams = ReadonlyMap<StreamName, RecordedEvent[]>;

/** The ids of the users who carry each identifier, by the identifier's stream. */
function carriersIn(streams: Streams, keyring: Keyring): Map<StreamName, string[]> {
  const carried = [...streams]
    .filter(([stream]) => stream.startsWith("user-"))
    .flatMap(([stream, history]) => {
      const id = stream.slice("user-".length);
      return [...new Set(ownedIdentifiers(keyring, folded(history)))].map((identifier) => ({ identifier, id }));
    });
  const carriers = Map.groupBy(carried, ({ identifier }) => identifier);
  return new Map([...carriers].map(([identifier, all]) => [identifier, all.map(({ id }) => id)]));
}

function* wrongOwner(stream: string, history: RecordedEvent[], carrier: string | null): Generator<string> {
  const last = history.at(-1);
  if (last?.type === "IdentifierClaimed") {
    yield `I2 ${stream} is held by halves by ${last.data.userId}`;
  } else {
    const owner = last?.type === "IdentifierConfirmed" ? last.data.userId : null;
    if (owner !== carrier) yield `I2 ${stream} is confirmed for ${owner} and carried by ${carrier}`;
  }
}

const folded = (history: RecordedEvent[]) =>
  (history as RecordedEvent<UserEvent>[]).reduce<UserState>(user.evolve, user.initial);
