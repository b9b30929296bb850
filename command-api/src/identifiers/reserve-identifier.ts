import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { type StreamName, userStream } from "@attestory/events/envelope.ts";
import { isReplaceable } from "../accounts/registration-age.ts";
import { user } from "../accounts/user.ts";
import { type CommandContext, stepContext, systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { lapseRegistration } from "./lapse-registration.ts";
import { reservation } from "./reservation.ts";
import { settleReservation } from "./settle-reservation.ts";

/** A reservation may be settled, then replaced, then lost to another claimant, before it is reserved. */
const attempts = 5;

/**
 * Reserves an address or a username for a registration, or for a change, which renews a reservation of its own. Settles another user's reservation first if its lease has expired, and replaces
 * the registration that holds it if that is due.
 */
export async function reserveIdentifier(
  dependencies: { commandHandler: CommandHandler; keyring: Keyring },
  { stream, userId, renew = false }: { stream: StreamName; userId: string; renew?: boolean },
  commandContext: CommandContext,
): Promise<"reserved" | { ownerId: string } | Refused<"conflict">> {
  const { commandHandler } = dependencies;
  const { now } = commandContext;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const outcome = await commandHandler.handle({
      decider: reservation,
      stream,
      command: { type: "reserve", userId, now, renew },
      person: null,
      begins: true,
      commandContext: stepContext(commandContext),
    });
    if (!isRefused(outcome)) return "reserved";
    const { state } = await commandHandler.load(reservation, stream);
    // Released since it was refused, or held by this registration: try again.
    if (state.status === "free" || state.userId === userId) continue;
    const { userId: holder } = state;
    const isSettling = outcome.refused === "lease-expired" || (await replaceRegistration(dependencies, holder, now));
    if (!isSettling) return { ownerId: holder };
    await settleReservation(dependencies, { stream, userId: holder }, systemContext("claims", now));
  }
  return { refused: "conflict" };
}

/** True if the holder has made way: the registration was replaced, or has lapsed before, or the person was erased. */
async function replaceRegistration(
  dependencies: { commandHandler: CommandHandler; keyring: Keyring },
  userId: string,
  now: Date,
): Promise<boolean> {
  const { state } = await dependencies.commandHandler.load(user, userStream(userId));
  // An older backup may have the reservation from before, and nobody can tell any more which one it was.
  if (state.status === "erased") return true;
  if (!isReplaceable(state, now)) return false;
  const lapsing = { userId, reason: "replaced" } as const;
  const outcome = await lapseRegistration(dependencies, lapsing, systemContext("registration", now));
  return !isRefused(outcome) || outcome.refused === "conflict";
}
