import { sessionStream, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import { type CommandContext, contextOfPart } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { Client } from "../sign-in/client.ts";
import { endIfExhausted, type SessionExhausted } from "./exhaust-session.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { type Proof, type ProofReason, type VerifyProofDependencies, verifyProof } from "./verify-proof.ts";

export interface StepUp {
  requester: { userId: string; sessionId: string };
  proof: Proof;
  client: Client;
}

type Outcome = { position: bigint } | Refused<ProofReason> | TooManyAttempts | SessionExhausted;

/** Wrong passwords are counted with their verification. */
const wrongCodes: readonly string[] = ["wrong-code", "wrong-email-code"] satisfies ProofReason[];

/** Lets the user of a session prove again who they are. A repeated command answers the same, and proves nothing anew. */
export async function stepUp(
  dependencies: VerifyProofDependencies,
  { requester, proof, client }: StepUp,
  commandContext: CommandContext,
): Promise<Outcome> {
  const { commandHandler } = dependencies;
  const { userId, sessionId } = requester;
  const record = await commandHandler.findIdempotencyRecord(sessionStream(sessionId), commandContext);
  if (record) return record;
  const { state: owner } = await commandHandler.load(user, userStream(userId));
  if (owner.status !== "registered") return { refused: "session-ended" };
  const prover = { userId, sessionId, owner, client };
  // A proof that another session gave must not count here again.
  const ownContext = contextOfPart(commandContext, sessionId);
  const verified = await verifyProof(dependencies, { prover, proof }, ownContext);
  if (!isRefused(verified)) {
    return reauthenticate(commandHandler, { userId, sessionId, ...verified }, commandContext);
  }
  if (!wrongCodes.includes(verified.refused)) return verified;
  return (await endIfExhausted(dependencies, { userId, sessionId }, commandContext)) ?? verified;
}
