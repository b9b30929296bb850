import { signUpPolicyStream } from "@attestory/events/envelope.ts";
import type { SignUpMode } from "@attestory/events/joining-events.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { canonicalDomain } from "../identifiers/canonical.ts";
import { signUpPolicy } from "./policy.ts";

export interface AskedPolicy {
  adminId: string;
  mode: SignUpMode;
  domains: readonly string[];
}

/** Says who may join. Holds for every registration from then on; those that are there stay. */
export async function setPolicy(
  commandHandler: CommandHandler,
  { adminId, mode, domains: asked }: AskedPolicy,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<"no-domains" | "invalid-domain" | HandlingReason>> {
  const domains: string[] = [];
  for (const text of asked) {
    const domain = canonicalDomain(text);
    if (!domain) return { refused: "invalid-domain" };
    domains.push(domain);
  }
  const command = { mode, domains };
  const stream = signUpPolicyStream;
  return commandHandler.handle({ decider: signUpPolicy, stream, command, person: adminId, commandContext });
}
