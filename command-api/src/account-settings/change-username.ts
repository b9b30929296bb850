import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import type { RateLimit } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { user } from "../accounts/user.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { isReserved, usernameStream } from "../identifiers/canonical.ts";
import { changeIdentifier, releaseFormer } from "../identifiers/change-identifier.ts";

export interface UsernameDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  /** Changes of one account's username. */
  usernameChanges: RateLimit;
}

interface UsernameChange {
  userId: string;
  username: string;
}

type UsernameReason = "username-taken" | "username-reserved" | HandlingReason;
type Outcome = { position: bigint } | Refused<UsernameReason>;

/** A change decided on a state that is no longer the newest is decided again. */
const attempts = 3;

/** Changes the username. The former one is free again at once. A refused change does not count towards the limit. */
export async function changeUsername(
  dependencies: UsernameDependencies,
  change: UsernameChange,
  commandContext: CommandContext,
): Promise<Outcome | TooManyAttempts> {
  const { commandHandler, usernameChanges } = dependencies;
  const { userId, username } = change;
  const record = await commandHandler.findIdempotencyRecord(userStream(userId), commandContext);
  if (record) return record;
  if (isReserved(username)) return { refused: "username-reserved" };
  const consumption = await usernameChanges.consume(userId);
  if ("waitSeconds" in consumption) return { refused: "too-many-attempts", ...consumption };
  const outcome = await decide(dependencies, change, commandContext).catch(async (error) => {
    await usernameChanges.refund(userId);
    throw error;
  });
  if (isRefused(outcome)) await usernameChanges.refund(userId);
  return outcome;
}

async function decide(dependencies: UsernameDependencies, change: UsernameChange, commandContext: CommandContext) {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const outcome = await tryToChange(dependencies, change, commandContext);
    if (outcome !== "changed-meanwhile") return outcome;
  }
  return { refused: "conflict" } as const;
}

async function tryToChange(
  dependencies: UsernameDependencies,
  { userId, username }: UsernameChange,
  commandContext: CommandContext,
): Promise<Outcome | "changed-meanwhile"> {
  const { commandHandler, keyring } = dependencies;
  const { state: owner } = await commandHandler.load(user, userStream(userId));
  if (owner.status !== "registered" || owner.username === null) return { refused: "conflict" };
  if (owner.username === username) return { position: await commandHandler.head() };
  const { username: from, fences } = owner;
  const formerIdentifier = usernameStream(keyring, from);
  const command = { type: "change-username", username, from, formerIdentifier, fences } as const;
  const change = { userId, stream: usernameStream(keyring, username), command };
  const outcome = await changeIdentifier(dependencies, change, commandContext);
  if (isRefused(outcome)) return reasonOf(outcome);
  await releaseFormer(dependencies, { userId, owned: [formerIdentifier] }, commandContext);
  return outcome;
}

function reasonOf({ refused }: Refused): Refused<UsernameReason> | "changed-meanwhile" {
  if (refused === "taken") return { refused: "username-taken" };
  return isHandlingReason(refused) ? { refused } : "changed-meanwhile";
}
