import { timingSafeEqual } from "node:crypto";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { parse, stringify } from "uuid";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { canonicalEmail, emailStream } from "../identifiers/canonical.ts";
import { reservation } from "../identifiers/reservation.ts";
import type { MailLimits } from "../mail/mail-limits.ts";

/** What a link in a letter carries: whose it is, which request it answers, and the proof that it is ours. Kept nowhere. */
const macBytes = 32;
const idBytes = 16;
const length = Math.ceil(((2 * idBytes + macBytes) * 4) / 3);
const wellFormed = new RegExp(`^[A-Za-z0-9_-]{${length}}$`);

const mac = (keyring: Keyring, userId: string, verificationId: string) =>
  Buffer.from(keyring.hmac("link key", "verify-email", userId, verificationId), "base64url");

/** base64url of user id, event id and HMAC-SHA-256 with the link key: made again from the log whenever the letter is written. */
export const verificationToken = (keyring: Keyring, userId: string, verificationId: string): string =>
  Buffer.concat([parse(userId), parse(verificationId), mac(keyring, userId, verificationId)]).toString("base64url");

/** Null for anything that is not, to the letter, a token of ours. */
export function readVerificationToken(
  keyring: Keyring,
  token: string,
): { userId: string; verificationId: string } | null {
  if (!wellFormed.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  // The last character may carry bits that decode to nothing: only one spelling counts.
  if (bytes.length !== 2 * idBytes + macBytes || bytes.toString("base64url") !== token) return null;
  const [userId, verificationId] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes, 2 * idBytes)].map((id) =>
    uuidOf(id),
  );
  if (!userId || !verificationId) return null;
  return timingSafeEqual(bytes.subarray(2 * idBytes), mac(keyring, userId, verificationId))
    ? { userId, verificationId }
    : null;
}

function uuidOf(bytes: Uint8Array): string | null {
  try {
    return stringify(bytes);
  } catch {
    return null;
  }
}

/** Doing it twice with the same link is quiet until the link expires; it signs nobody in. */
export async function verifyEmail(
  { commandHandler, keyring }: { commandHandler: CommandHandler; keyring: Keyring },
  token: string,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<"invalid-link" | "conflict">> {
  const link = readVerificationToken(keyring, token);
  if (!link) return { refused: "invalid-link" };
  const { userId, verificationId } = link;
  const command = { type: "verify-email", verificationId, now: commandContext.now } as const;
  const outcome = await commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command,
    person: userId,
    commandContext,
  });
  if (!isRefused(outcome)) return outcome;
  return { refused: outcome.refused === "conflict" ? "conflict" : "invalid-link" };
}

/** Asks for a new letter where one is due; tells nobody whether it was. */
export async function resendVerification(
  {
    commandHandler,
    keyring,
    mailLimits,
  }: { commandHandler: CommandHandler; keyring: Keyring; mailLimits: Pick<MailLimits, "mayWrite"> },
  email: string,
  commandContext: CommandContext,
): Promise<void> {
  const canonical = canonicalEmail(email);
  if (!canonical) return;
  const { state: owner } = await commandHandler.load(reservation, emailStream(keyring, canonical));
  if (owner.status === "free") return;
  const stream = userStream(owner.userId);
  const { state } = await commandHandler.load(user, stream);
  if (state.status !== "registered" || state.emailVerified || !(await mailLimits.mayWrite())) return;
  await commandHandler.handle({
    decider: user,
    stream,
    command: { type: "request-verification" },
    person: owner.userId,
    commandContext,
  });
}
