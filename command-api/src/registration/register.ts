import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { type StreamName, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { UserCommand } from "../accounts/user-command.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler, HandlingReason } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { canonicalEmail, decoyStream, emailStream, isReserved, usernameStream } from "../identifiers/canonical.ts";
import { reserveIdentifier, settleReservation } from "../identifiers/reserve-identifier.ts";
import { isKnownPassword } from "../passwords/known-passwords.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";

export interface Registration {
  email: string;
  username: string;
  password: string;
  firstName: string | null;
  lastName: string | null;
}

export interface RegisterDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  hasher: PasswordHasher;
  /** `strict`: a taken address gets the same answer as a free one, and its owner gets an email. */
  enumerationProtection: "lenient" | "strict";
}

export type RegisterReason =
  | "email-taken"
  | "username-taken"
  | "username-reserved"
  | "invalid-email"
  | "known-password"
  | "busy"
  | HandlingReason;

/**
 * Reserves the username and the address, registers (the commit point), then confirms both. Safe to interrupt anywhere: an
 * unconfirmed reservation has a lease, after which the next claimant or the expiry worker settles it.
 */
export async function register(
  dependencies: RegisterDependencies,
  input: Registration,
  commandContext: CommandContext,
): Promise<{ userId: string } | Refused<RegisterReason>> {
  const { commandHandler, keyring, hasher } = dependencies;
  const canonical = canonicalEmail(input.email);
  if (!canonical) return { refused: "invalid-email" };
  if (isReserved(input.username)) return { refused: "username-reserved" };
  if (isKnownPassword(input.password, input)) return { refused: "known-password" };
  // Hashed before the address is looked up, so that a taken one takes as long.
  const passwordHash = await hasher.hash(input.password);
  if (passwordHash === "busy") return { refused: "busy" };

  const userId = commandContext.newId("user");
  const before = await commandHandler.findIdempotencyRecord(userStream(userId), commandContext);
  if (before && "refused" in before) return before;
  const { password: _, ...typed } = input;
  const streams = {
    username: usernameStream(keyring, input.username),
    email: emailStream(keyring, canonical),
    decoy: decoyStream(keyring, userId),
  };
  const refused = before
    ? null
    : await commit(dependencies, streams, { ...typed, userId }, passwordHash, commandContext);
  // Confirms the identifiers that the user now has. Releases the other reservations, after aborting an unfinished registration.
  for (const stream of Object.values(streams))
    await settleReservation({ commandHandler, keyring }, stream, userId, commandContext);
  return refused ?? { userId };
}

type Account = Omit<Registration, "password"> & { userId: string };

/** Returns null if the account, or a decoy, was registered; else the refusal. */
async function commit(
  dependencies: RegisterDependencies,
  streams: Record<"username" | "email" | "decoy", StreamName>,
  account: Account,
  passwordHash: string,
  commandContext: CommandContext,
): Promise<Refused<RegisterReason> | null> {
  const { commandHandler, keyring, enumerationProtection } = dependencies;
  const { userId } = account;
  const place = (identifier: StreamName) =>
    reserveIdentifier({ commandHandler, keyring }, identifier, userId, commandContext);
  const name = await place(streams.username);
  if (name !== "reserved") return "refused" in name ? name : { refused: "username-taken" };
  const address = await place(streams.email);
  if (address !== "reserved") {
    if ("refused" in address) return address;
    if (enumerationProtection === "lenient") return { refused: "email-taken" };
    await place(streams.decoy);
  }
  const { command, person }: { command: UserCommand; person: string } =
    address === "reserved"
      ? { command: { type: "register", passwordHash, ...account }, person: userId }
      : { command: { type: "register-decoy", ...address, ...account }, person: address.ownerId };
  const outcome = await commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command,
    person,
    commandContext,
  });
  if (!isRefused(outcome)) return null;
  // The registration was aborted, or another request with the same key came first.
  return { refused: outcome.refused === "key-reused" ? "key-reused" : "conflict" };
}
