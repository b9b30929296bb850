import { useState } from "react";
import { useRead } from "../../api.ts";
import { useChecked } from "../../checked.ts";
import { useLinkToken } from "../../link-action.ts";

/** What applies to a visitor who wants an account. */
export type Joining =
  | { step: "form"; invitation: string | null; domains: readonly string[] | null }
  | { step: "closed" | "by-invitation" }
  /** `onWithout`: null where an invitation is required. */
  | { step: "invalid-invitation"; onWithout: (() => void) | null };

/**
 * Who may join, and the invitation of the link that led here. Until the service has answered, and if it does not, the form is shown: the
 * service decides again when it is sent.
 */
export function useJoining(): Joining {
  const token = useLinkToken("invitation");
  const [isWithout, setIsWithout] = useState(false);
  const policy = useRead("publicSignUpPolicy", ["/api/auth/sign-up-policy"], { revalidateOnMount: true }).data;
  const invitation = isWithout ? null : token;
  const isValid = useChecked(invitation === null ? null : { invitation })?.invitationValid;
  const mode = policy?.mode ?? "open";
  if (mode === "closed") return { step: "closed" };
  if (isValid === false) {
    return { step: "invalid-invitation", onWithout: mode === "invitation" ? null : () => setIsWithout(true) };
  }
  if (mode === "invitation" && invitation === null) return { step: "by-invitation" };
  return { step: "form", invitation, domains: policy?.domains ?? null };
}
