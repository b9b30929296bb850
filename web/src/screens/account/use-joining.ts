import { useEffect, useState } from "react";
import { useRead } from "../../api.ts";
import { ask } from "../../checked.ts";
import { useLinkToken } from "../../link-action.ts";
import { forgetInvitation, keepInvitation, keptInvitation } from "./kept-invitation.ts";

/** What applies to a visitor who wants an account. */
export type Joining =
  | { step: "waiting" }
  | { step: "form"; invitation: string | null; domains: readonly string[] | null }
  | { step: "closed" | "by-invitation" }
  /** `onWithout`: null where an invitation is required. */
  | { step: "invalid-invitation"; onWithout: (() => void) | null };

/**
 * Who may join, and the invitation of the link that led to this tab. If the service does not answer, the form is shown: the service decides
 * again when it is sent.
 */
export function useJoining(): Joining {
  const { invitation, isValid, goWithout } = useInvitation();
  const { data: policy, error } = useRead("publicSignUpPolicy", ["/api/auth/sign-up-policy"], {
    revalidateOnMount: true,
    // A form that is being filled in stays.
    keepPreviousData: true,
  });
  if (!policy && !error) return { step: "waiting" };
  const { mode, domains } = policy ?? { mode: "open", domains: null };
  if (mode === "closed") return { step: "closed" };
  if (invitation === null)
    return mode === "invitation" ? { step: "by-invitation" } : { step: "form", invitation, domains };
  if (isValid === "unknown") return { step: "waiting" };
  if (isValid === "yes") return { step: "form", invitation, domains };
  return { step: "invalid-invitation", onWithout: mode === "invitation" ? null : goWithout };
}

/** `isValid` is "yes" also where the service does not answer. */
function useInvitation() {
  const linked = useLinkToken("invitation");
  const [invitation, setInvitation] = useState(() => linked ?? keptInvitation());
  const [isValid, setIsValid] = useState<"unknown" | "yes" | "no">("unknown");
  useEffect(() => {
    if (linked !== null) keepInvitation(linked);
  }, [linked]);
  useEffect(() => {
    if (invitation === null) return;
    const refused = ask({ invitation }).then(
      (answer) => answer?.invitationValid === false,
      () => false,
    );
    void refused.then((isRefused) => setIsValid(isRefused ? "no" : "yes"));
  }, [invitation]);
  const goWithout = () => {
    forgetInvitation();
    setInvitation(null);
  };
  return { invitation, isValid, goWithout };
}
