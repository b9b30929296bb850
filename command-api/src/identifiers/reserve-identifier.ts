import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { type StreamName, userStream } from "@attestory/events/envelope.ts";
import { type UserState, user } from "../accounts/user.ts";
import { type CommandContext, stepContext, systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { canonicalEmail, decoyStream, emailStream, usernameStream } from "./canonical.ts";
import { reservation } from "./reservation.ts";

interface Dependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
}

const attempts = 3;

/** Claims an address or a name for a registration; a claim whose lease is over is settled first. */
export async function reserveIdentifier(
  dependencies: Dependencies,
  stream: StreamName,
  userId: string,
  commandContext: CommandContext,
): Promise<"claimed" | { ownerId: string } | Refused<"conflict">> {
  const { commandHandler } = dependencies;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const command = { type: "claim", userId, now: commandContext.now } as const;
    const outcome = await commandHandler.handle({
      decider: reservation,
      stream,
      command,
      person: null,
      commandContext: stepContext(commandContext),
    });
    if (!isRefused(outcome)) return "claimed";
    const { state } = await commandHandler.load(reservation, stream);
    // Released between the two looks, or held by this very registration: another try will tell.
    if (state.status === "free" || state.userId === userId) continue;
    if (outcome.refused !== "lease-over") return { ownerId: state.userId };
    await settleReservation(dependencies, stream, state.userId, systemContext("claims", commandContext.now));
  }
  return { refused: "conflict" };
}

/**
 * Finds out what became of a user's claim that is not confirmed yet: confirms it where the user's own record names it, else
 * releases it. Where there is no record the registration is fenced off first, so that a writer that was only slow cannot create
 * a second owner. May be done again, by several processes at once, and cut at any step.
 */
export async function settleReservation(
  { commandHandler, keyring }: Dependencies,
  stream: StreamName,
  userId: string,
  commandContext: CommandContext,
): Promise<void> {
  const { state } = await commandHandler.load(reservation, stream);
  if (state.status !== "claimed" || state.userId !== userId) return;
  const step = stepContext(commandContext);
  const fence = { type: "abort-registration", userId } as const;
  await commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command: fence,
    person: null,
    commandContext: step,
  });
  const holder = (await commandHandler.load(user, userStream(userId))).state;
  // Neither registered nor fenced off: nothing may be released.
  if (holder.status === "none") return;
  const command = { type: names(keyring, holder, stream) ? "confirm" : "release", userId } as const;
  await commandHandler.handle({ decider: reservation, stream, command, person: null, commandContext: step });
}

/**
 * Whether the user's own record carries the address or the name that the stream stands for. A claim alone says less: it may be
 * of a registration that went another way.
 */
export function names(keyring: Keyring, holder: UserState, stream: StreamName): boolean {
  if (holder.status !== "registered" && holder.status !== "decoy") return false;
  if (holder.username !== null && usernameStream(keyring, holder.username) === stream) return true;
  if (holder.status === "decoy") return decoyStream(keyring, holder.userId) === stream;
  const email = holder.email === null ? null : canonicalEmail(holder.email);
  return email !== null && emailStream(keyring, email) === stream;
}
