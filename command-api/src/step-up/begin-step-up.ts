import { secondFactorsStream, userStream } from "@attestory/events/envelope.ts";
import type { z } from "zod";
import { user } from "../accounts/user.ts";
import { beginAssertion, type CeremonyDependencies } from "../hardware-keys/begin-ceremony.ts";
import { secondFactors } from "../second-factors/second-factors.ts";
import { methodsOf } from "../sign-in/second-factor.ts";
import type { stepUpBegun } from "./schema.ts";

export type StepUpBegun = z.infer<typeof stepUpBegun>;

/** The ways in which the user of a session can prove who they are, with a challenge for a hardware key if there is one. */
export async function beginStepUp(
  dependencies: CeremonyDependencies,
  { userId, sessionId }: { userId: string; sessionId: string },
  now: Date,
): Promise<StepUpBegun> {
  const { load } = dependencies.commandHandler;
  const { state: owner } = await load(user, userStream(userId));
  const { state: factors } = await load(secondFactors, secondFactorsStream(userId));
  const scope = { ceremony: "step-up", binding: sessionId } as const;
  const options = await beginAssertion(dependencies, { userId, scope }, now);
  const hasPassword = owner.status === "registered" && owner.passwordHash !== null;
  const ofFactors = methodsOf(factors, options !== null);
  const methods: StepUpBegun["methods"] = hasPassword ? ["password", ...ofFactors] : [...ofFactors, "email_code"];
  return { methods, options };
}
