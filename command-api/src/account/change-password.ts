import { userStream } from "@attestory/events/envelope.ts";
import { isRefused, type Refused } from "../decider.ts";
import type { Intent } from "../intent.ts";
import type { HandlingReason, Journal } from "../journal.ts";
import type { PasswordHasher } from "./password.ts";
import { type AskingSession, user } from "./user.ts";

export type ChangePasswordReason = "wrong-password" | "same-password" | "busy" | "session-ended" | HandlingReason;

/** Every session but the asking one ends with it. */
export async function changePassword(
  { journal, hasher }: { journal: Journal; hasher: PasswordHasher },
  { userId, sessionId, sessionEpoch }: { userId: string } & AskingSession,
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
  const by = { sessionId, sessionEpoch };
  const command = { type: "change-password", verifiedAgainst, passwordHash, by } as const;
  const outcome = await journal.handle({ decider: user, stream, command, person: userId, intent });
  if (!isRefused(outcome)) return outcome;
  const { refused } = outcome;
  const tells = refused === "key-reused" || refused === "conflict" || refused === "session-ended";
  return { refused: tells ? refused : "wrong-password" };
}
