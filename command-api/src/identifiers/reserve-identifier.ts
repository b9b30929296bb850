import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { type StreamName, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { UserState } from "../accounts/user-state.ts";
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

/** Reserves an address or a username for a registration. Settles another user's reservation first if its lease has expired. */
export async function reserveIdentifier(
  dependencies: Dependencies,
  stream: StreamName,
  userId: string,
  commandContext: CommandContext,
): Promise<"reserved" | { ownerId: string } | Refused<"conflict">> {
  const { commandHandler } = dependencies;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const command = { type: "reserve", userId, now: commandContext.now } as const;
    const outcome = await commandHandler.handle({
      decider: reservation,
      stream,
      command,
      person: null,
      commandContext: stepContext(commandContext),
    });
    if (!isRefused(outcome)) return "reserved";
    const { state } = await commandHandler.load(reservation, stream);
    // Released since it was refused, or held by this registration: try again.
    if (state.status === "free" || state.userId === userId) continue;
    if (outcome.refused !== "lease-expired") return { ownerId: state.userId };
    await settleReservation(dependencies, stream, state.userId, systemContext("claims", commandContext.now));
  }
  return { refused: "conflict" };
}

/**
 * Settles an unconfirmed reservation: confirms it if the user's own stream names the identifier, else releases it. If the user
 * has no events, the registration is aborted first, so that a slow writer cannot create a second owner. Safe to repeat, to run
 * in several processes at once and to interrupt at any step.
 */
export async function settleReservation(
  { commandHandler, keyring }: Dependencies,
  stream: StreamName,
  userId: string,
  commandContext: CommandContext,
): Promise<void> {
  const { state } = await commandHandler.load(reservation, stream);
  if (state.status !== "reserved" || state.userId !== userId) return;
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
  // Neither registered nor aborted: nothing may be released.
  if (holder.status === "none") return;
  const command = { type: names(keyring, holder, stream) ? "confirm" : "release", userId } as const;
  await commandHandler.handle({ decider: reservation, stream, command, person: null, commandContext: step });
}

/**
 * Whether the user's own state holds the address or username of this stream. A reservation does not prove it: its registration
 * may have failed.
 */
export function names(keyring: Keyring, holder: UserState, stream: StreamName): boolean {
  if (holder.status !== "registered" && holder.status !== "decoy") return false;
  if (holder.username !== null && usernameStream(keyring, holder.username) === stream) return true;
  if (holder.status === "decoy") return decoyStream(keyring, holder.userId) === stream;
  const email = holder.email === null ? null : canonicalEmail(holder.email);
  return email !== null && emailStream(keyring, email) === stream;
}
