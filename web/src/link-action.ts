import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { send } from "./api.ts";
import { ApiError, sentenceOf } from "./api-error.ts";
import { useSession } from "./session.tsx";

export type LinkActionState =
  | { step: "ready" | "sending" }
  | { step: "done"; sentence: string }
  | { step: "no-token"; sentence: string }
  | { step: "failed"; sentence: string; canRetry: boolean };

/**
 * For the page of a link in an email that does something only when its button is pressed, because mail scanners open links. `submit` sends
 * the token of the link to this call.
 */
export function useLinkAction(call: string): { state: LinkActionState; submit: () => void } {
  const { refresh } = useSession();
  const token = useLinkToken();
  const [state, setState] = useState<LinkActionState>(
    token === null ? { step: "no-token", sentence: "Please open the link of the email again." } : { step: "ready" },
  );

  const submit = async () => {
    setState({ step: "sending" });
    try {
      const { message } = await send("message", { method: "POST", path: call, body: { token } });
      setState({ step: "done", sentence: message });
      // The link may have changed the account that is signed in here, or ended its session.
      await refresh().catch(() => undefined);
    } catch (error) {
      setState({
        step: "failed",
        sentence: sentenceOf(error, "Try again in a moment."),
        canRetry: !isFinal(error),
      });
    }
  };
  return { state, submit: () => void submit() };
}

/** The token of the link, or null. Removes it from the address, so that neither the history nor a `Referer` keeps it. */
export function useLinkToken(name = "token"): string | null {
  const [search] = useSearchParams();
  const [token] = useState(() => search.get(name));
  const [page, navigate] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: removes the token once, on arrival
  useEffect(() => {
    if (token !== null) navigate(page, { replace: true });
  }, []);
  return token;
}

/** The service has refused this link. Any other failure may pass. */
const isFinal = (error: unknown) => error instanceof ApiError && error.status === 400;
