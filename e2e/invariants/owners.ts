import { user } from "@attestory/command-api/accounts/user.ts";
import type { UserState } from "@attestory/command-api/accounts/user-state.ts";
import {
  canonicalEmail,
  decoyStream,
  emailStream,
  usernameStream,
} from "@attestory/command-api/identifiers/canonical.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { UserEvent } from "@attestory/events/account-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { StreamName } from "@attestory/events/envelope.ts";
import type { Stored } from "./stored.ts";

/** I2: each confirmed address and username belongs to the one user who carries it, and no reservation is left pending. */
export function* wrongOwners({ events, keyring }: Stored): Generator<string> {
  const streams = Map.groupBy(events, ({ stream }) => stream);
  const carriers = new Map<string, string[]>();
  for (const [stream, history] of streams) {
    if (!stream.startsWith("user-")) continue;
    const id = stream.slice("user-".length);
    for (const identifier of carriedBy(keyring, id, folded(history))) {
      carriers.set(identifier, [...(carriers.get(identifier) ?? []), id]);
    }
  }
  for (const [identifier, ids] of carriers) {
    if (ids.length > 1) yield `I2 ${identifier} is carried by ${ids.join(" and ")}`;
    if (!streams.has(identifier as StreamName)) yield `I2 ${identifier} is carried by ${ids} and claimed by nobody`;
  }
  for (const [stream, history] of streams) {
    if (/^(email|username)-/.test(stream)) yield* wrongOwner(stream, history, carriers.get(stream)?.[0] ?? null);
  }
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

/** The streams of the identifiers in a user's own record. */
function carriedBy(keyring: Keyring, id: string, state: UserState): StreamName[] {
  if (state.status !== "registered" && state.status !== "decoy") return [];
  const email = state.email === null ? null : canonicalEmail(state.email);
  const mailbox = email === null ? null : emailStream(keyring, email);
  const address = state.status === "decoy" ? decoyStream(keyring, id) : mailbox;
  const name = state.username === null ? null : usernameStream(keyring, state.username);
  return [address, name].filter((stream) => stream !== null);
}
