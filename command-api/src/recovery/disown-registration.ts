import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { readLinkToken } from "../accounts/link-token.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { lapseRegistration } from "../identifiers/lapse-registration.ts";

/**
 * Ends the registration whose email says "this wasn't me". The link of any of its emails works, and works again. Refused once the address
 * was verified.
 */
export async function disownRegistration(
  dependencies: { commandHandler: CommandHandler; keyring: Keyring },
  token: string,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<"unknown-link" | "already-verified" | "conflict">> {
  const link = readLinkToken(dependencies.keyring, "not-me", token);
  if (!link) return { refused: "unknown-link" };
  const lapsing = { userId: link.userId, reason: "disowned" } as const;
  const outcome = await lapseRegistration(dependencies, lapsing, commandContext);
  if (!isRefused(outcome)) return outcome;
  const { refused } = outcome;
  return { refused: refused === "already-verified" || refused === "conflict" ? refused : "unknown-link" };
}
