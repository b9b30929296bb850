import type { SignUpMode, SignUpPolicyEvent } from "@attestory/events/joining-events.ts";
import type { Decider } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

/** Who may join. `domains` counts only for the modes that name domains. */
export interface SignUpPolicy {
  mode: SignUpMode;
  domains: readonly string[];
}

/** Anyone may join until an admin says otherwise. */
export const openPolicy: SignUpPolicy = { mode: "open", domains: [] };

const namesDomains = (mode: SignUpMode): boolean => mode === "only-domains" || mode === "not-domains";

/** Who may join, as the admins decided last. */
export const signUpPolicy: Decider<SignUpPolicy, SignUpPolicy, SignUpPolicyEvent, "no-domains"> = defineDecider({
  initial: openPolicy,
  decide(state, { mode, domains }) {
    const asked = { mode, domains: [...new Set(domains)].toSorted() };
    if (namesDomains(mode) && asked.domains.length === 0) return { refused: "no-domains" };
    return isSame(state, asked) ? [] : [{ type: "SignUpPolicySet", data: asked }];
  },
  evolve: { SignUpPolicySet: (_, { data: { mode, domains } }) => ({ mode, domains }) },
  decidesOnNewest: 1,
});

const isSame = (one: SignUpPolicy, other: SignUpPolicy): boolean =>
  one.mode === other.mode && one.domains.join() === other.domains.join();

export type PolicyReason = "sign-up-closed" | "invitation-required" | "domain-not-allowed";

/**
 * Why an address may not join; null if it may. A valid invitation outweighs the domains: an admin decided about this newcomer. While
 * sign-up is closed, it waits. Sees nothing of the accounts that exist.
 */
export function reasonAgainstJoining(
  { mode, domains }: SignUpPolicy,
  { canonicalEmail, isInvited }: { canonicalEmail: string; isInvited: boolean },
): PolicyReason | null {
  if (mode === "closed") return "sign-up-closed";
  if (isInvited || mode === "open") return null;
  if (mode === "invitation") return "invitation-required";
  const isNamed = domains.includes(canonicalEmail.slice(canonicalEmail.lastIndexOf("@") + 1));
  return isNamed === (mode === "only-domains") ? null : "domain-not-allowed";
}
