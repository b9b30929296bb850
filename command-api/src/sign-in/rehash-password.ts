import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { HashCaller, PasswordHasher } from "../passwords/password-hasher.ts";

interface Rehash {
  userId: string;
  password: string;
  verifiedAgainst: string;
  caller: HashCaller;
}

/** Applies new hash parameters at sign-in, the only time that the password itself is available. */
export async function rehashPassword(
  { commandHandler, hasher }: { commandHandler: CommandHandler; hasher: PasswordHasher },
  { userId, password, verifiedAgainst, caller }: Rehash,
  commandContext: CommandContext,
): Promise<void> {
  if (!hasher.isOutdated(verifiedAgainst)) return;
  const passwordHash = await hasher.hash(password, caller);
  // Too busy now: the next sign-in rehashes it.
  if (passwordHash === "busy") return;
  await commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command: { type: "rehash-password", verifiedAgainst, passwordHash },
    person: userId,
    commandContext,
  });
}
