import { sessionStream, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { Client } from "../sign-in/client.ts";
import type { VerifyDependencies } from "../sign-in/verify-credentials.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { type SessionExhausted, verifyCurrentPassword } from "./verify-current-password.ts";

export interface StepUp {
  requester: { userId: string; sessionId: string };
  currentPassword: string;
  client: Client;
}

export type StepUpReason = "wrong-password" | "busy" | HandlingReason;

/** Lets the user of a session prove again who they are. A repeated command answers the same, and proves nothing anew. */
export async function stepUp(
  dependencies: VerifyDependencies,
  { requester, currentPassword, client }: StepUp,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<StepUpReason> | TooManyAttempts | SessionExhausted> {
  const { commandHandler } = dependencies;
  const { userId, sessionId } = requester;
  const record = await commandHandler.findIdempotencyRecord(sessionStream(sessionId), commandContext);
  if (record) return record;
  const { state } = await commandHandler.load(user, userStream(userId));
  const owner = state.status === "registered" ? state : null;
  const current = { door: "step-up", userId, sessionId, owner, password: currentPassword, client } as const;
  const verified = await verifyCurrentPassword(dependencies, current, commandContext);
  if (isRefused(verified)) return verified;
  return reauthenticate(commandHandler, { userId, sessionId, method: "password" }, commandContext);
}
