import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { StreamName } from "@attestory/events/envelope.ts";
import { type CommandContext, stepContext, systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { reservation } from "./reservation.ts";
import { settleReservation } from "./settle-reservation.ts";

const attempts = 3;

/** Reserves an address or a username for a registration. Settles another user's reservation first if its lease has expired. */
export async function reserveIdentifier(
  dependencies: { commandHandler: CommandHandler; keyring: Keyring },
  { stream, userId }: { stream: StreamName; userId: string },
  commandContext: CommandContext,
): Promise<"reserved" | { ownerId: string } | Refused<"conflict">> {
  const { commandHandler } = dependencies;
  const { now } = commandContext;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const outcome = await commandHandler.handle({
      decider: reservation,
      stream,
      command: { type: "reserve", userId, now },
      person: null,
      commandContext: stepContext(commandContext),
    });
    if (!isRefused(outcome)) return "reserved";
    const { state } = await commandHandler.load(reservation, stream);
    // Released since it was refused, or held by this registration: try again.
    if (state.status === "free" || state.userId === userId) continue;
    if (outcome.refused !== "lease-expired") return { ownerId: state.userId };
    await settleReservation(dependencies, { stream, userId: state.userId }, systemContext("claims", now));
  }
  return { refused: "conflict" };
}
