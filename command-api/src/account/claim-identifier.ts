import { type StreamName, userStream } from "@attestory/events/envelope.ts";
import type { Keyring } from "@attestory/events/vault/keyring.ts";
import { isRefused } from "../decider.ts";
import { type Intent, systemIntent } from "../intent.ts";
import type { Journal } from "../journal.ts";
import { canonicalEmail, emailStream, usernameStream } from "./canonical.ts";
import { claim } from "./claim.ts";
import { type UserState, user } from "./user.ts";

interface Dependencies {
  journal: Journal;
  keyring: Keyring;
}

/** Claims an address or a name for a registration; a claim whose lease is over is settled first. */
export async function claimIdentifier(
  { journal, keyring }: Dependencies,
  stream: StreamName,
  userId: string,
  intent: Intent,
): Promise<"claimed" | "taken"> {
  for (let attempt = 1; attempt <= 2; attempt++) {
    const command = { type: "claim", userId, now: intent.now } as const;
    const outcome = await journal.handle({ decider: claim, stream, command, person: null, intent });
    if (!isRefused(outcome)) return "claimed";
    if (outcome.refused !== "lease-over") return "taken";
    await settleClaim({ journal, keyring }, stream, intent.now);
  }
  return "taken";
}

/**
 * Finds out what became of an abandoned registration. Where it never happened it is fenced off before the claim is released,
 * so that a writer that was only slow cannot create a second owner.
 */
export async function settleClaim({ journal, keyring }: Dependencies, stream: StreamName, now: Date): Promise<void> {
  const { state } = await journal.load(claim, stream);
  if (state.status !== "claimed") return;
  const { userId } = state;
  const intent = systemIntent("claims", now);
  const fence = { type: "abort-registration", userId } as const;
  await journal.handle({ decider: user, stream: userStream(userId), command: fence, person: null, intent });
  const holder = (await journal.load(user, userStream(userId))).state;
  const command = { type: names(keyring, holder, stream) ? "confirm" : "release", userId } as const;
  await journal.handle({ decider: claim, stream, command, person: null, intent });
}

/** Whether the user's own record carries the address or the name that the stream stands for. */
function names(keyring: Keyring, holder: UserState, stream: StreamName): boolean {
  if (holder.status !== "registered" && holder.status !== "decoy") return false;
  if (holder.username !== null && usernameStream(keyring, holder.username) === stream) return true;
  const email = holder.status === "registered" && holder.email !== null ? canonicalEmail(holder.email) : null;
  return email !== null && emailStream(keyring, email) === stream;
}
