import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { isConfirmable, isConfirmed } from "../accounts/email-change.ts";
import { readLinkToken } from "../accounts/link-token.ts";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { canonicalEmail, emailStream } from "../identifiers/canonical.ts";
import { changeIdentifier } from "../identifiers/change-identifier.ts";

export interface EmailLinkDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
}

type LinkReason = "invalid-link" | "new-email-taken" | HandlingReason;
export type LinkOutcome = { position: bigint } | Refused<LinkReason>;

/** A change decided on a state that is no longer the newest is decided again. */
const attempts = 3;

/** Changes the address, with the token of the link that the new one was sent. The former one stays reserved while this can be undone. */
export async function confirmEmailChange(
  dependencies: EmailLinkDependencies,
  token: string,
  commandContext: CommandContext,
): Promise<LinkOutcome> {
  const link = readLinkToken(dependencies.keyring, "confirm-email", token);
  if (!link) return { refused: "invalid-link" };
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const outcome = await tryToConfirm(dependencies, link, commandContext);
    if (outcome !== "changed-meanwhile") return outcome;
  }
  return { refused: "conflict" };
}

async function tryToConfirm(
  dependencies: EmailLinkDependencies,
  { userId, eventId: requestId }: { userId: string; eventId: string },
  commandContext: CommandContext,
): Promise<LinkOutcome | "changed-meanwhile"> {
  const { commandHandler, keyring } = dependencies;
  const { now } = commandContext;
  const { state: owner } = await commandHandler.load(user, userStream(userId));
  if (owner.status !== "registered") return { refused: "invalid-link" };
  if (isConfirmed(owner, requestId)) return { position: await commandHandler.head() };
  const [next, former] = [owner.pendingEmail?.email, owner.email].map((email) => canonicalEmail(email ?? ""));
  if (!isConfirmable(owner, requestId, now) || !next || !former) return { refused: "invalid-link" };
  const identifier = emailStream(keyring, next);
  const identifiers = { identifier, formerIdentifier: emailStream(keyring, former) };
  const command = { type: "change-email", requestId, now, fences: owner.fences, ...identifiers } as const;
  const outcome = await changeIdentifier(dependencies, { userId, stream: identifier, command }, commandContext);
  if (!isRefused(outcome)) return outcome;
  if (outcome.refused === "taken") return { refused: "new-email-taken" };
  if (outcome.refused === "changed-meanwhile") return "changed-meanwhile";
  return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "invalid-link" };
}
