import { userStream } from "@attestory/events/envelope.ts";
import { isRefused, type Refused } from "../decider.ts";
import type { Intent } from "../intent.ts";
import type { HandlingReason, Journal } from "../journal.ts";
import type { PasswordHasher } from "./password.ts";
import { user } from "./user.ts";

export type ChangePasswordReason = "wrong-password" | "same-password" | "busy" | HandlingReason;

/** Every session but the asking one ends with it. */
export async function changePassword(
  { journal, hasher }: { journal: Journal; hasher: PasswordHasher },
  { userId, sessionId }: { userId: string; sessionId: string },
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  intent: Intent,
): Promise<{ position: bigint } | Refused<ChangePasswordReason>> {
  const stream = userStream(userId);
  const before = await journal.carriedOut(stream, intent);
  if (before) return before;
  const { state } = await journal.load(user, stream);
  const verifiedAgainst = state.status === "registered" ? state.passwordHash : null;
  const matches = await hasher.matches(currentPassword, verifiedAgainst);
  if (matches === "busy") return { refused: "busy" };
  if (!matches || !verifiedAgainst) return { refused: "wrong-password" };
  if (currentPassword === newPassword) return { refused: "same-password" };
  const passwordHash = await hasher.hash(newPassword);
  if (passwordHash === "busy") return { refused: "busy" };
  const command = { type: "change-password", verifiedAgainst, passwordHash, keptSession: sessionId } as const;
  const outcome = await journal.handle({ decider: user, stream, command, person: userId, intent });
  if (!isRefused(outcome)) return outcome;
  if (outcome.refused === "key-reused" || outcome.refused === "conflict") return { refused: outcome.refused };
  return { refused: "wrong-password" };
}
