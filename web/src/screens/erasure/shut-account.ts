import { useLocation } from "wouter";
import { ApiError } from "../../api-error.ts";
import { useSession } from "../../session.tsx";
import { withWayBack } from "../../way-back.ts";

/** An account whose owner asked for its deletion. */
export interface ShutAccount {
  erasesAt: string;
  /** Keeps it. */
  token: string;
  /** The token is that of a sign-in, which also deletes the account now, for 15 minutes. */
  mayDelete: boolean;
}

/** Only in memory, and until its page is left: neither the address nor the history keeps a token. */
let newest: ShutAccount | null = null;
export const newestShut = (): ShutAccount | null => newest;
export const forgetShut = (): void => {
  newest = null;
};

/** Shows what the owner of a shut account can do. */
export function useShowShut(): (account: ShutAccount) => void {
  const { session, forget } = useSession();
  const [, navigate] = useLocation();
  return (account) => {
    newest = account;
    // First, because the page that is shown may need a session.
    navigate(withWayBack("/account-shut"));
    if (session.state === "signed-in") forget();
  };
}

/** Does so after a sign-in that was refused because the account is shut. Returns whether it was. */
export function useShutRefusal(): (error: unknown) => boolean {
  const showShut = useShowShut();
  return (error) => {
    const { erasesAt, erasureTicket } = (error instanceof ApiError && error.problem) || {};
    if (!erasesAt || !erasureTicket) return false;
    showShut({ erasesAt, token: erasureTicket, mayDelete: true });
    return true;
  };
}
