import type { User } from "@attestory/http/routing/answers.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { readOrNull } from "./api.ts";
import { onTokenChange, sessionHasEnded, storedToken } from "./token.ts";

export type SignedIn = { token: string; user: User };

/**
 * Follows the token. Where the service ended the session of a page that is held, its user is `away`. Everything that was read stays for
 * as long as the same user comes back. Otherwise a new token drops what was read.
 */
export function useEndedSession(known: User | undefined, drop: () => void) {
  const [away, setAway] = useState<User | null>(null);
  const held = useRef(0);
  const newest = useRef<SignedIn | null>(null);
  const state = useRef({ known, away });
  state.current = { known, away };

  useEffect(() => {
    const leave = () => {
      setAway(null);
      drop();
    };
    /** A user has signed in, perhaps in another tab: the same one, or another. */
    const arrive = async (user: User, token: string) => {
      const { current } = newest;
      const answer = current?.token === token ? current : await readOrNull("me", "/api/auth/me").catch(() => null);
      if (storedToken() !== token) return;
      if (answer?.user.id === user.id) setAway(null);
      else leave();
    };
    const changed = (user: User) => {
      const token = storedToken();
      if (token !== null) void arrive(user, token);
      else if (sessionHasEnded()) setAway(user);
      else leave();
    };
    return onTokenChange(() => {
      const user = state.current.away ?? state.current.known;
      if (user && held.current > 0) changed(user);
      else leave();
    });
  }, [drop]);

  const begun = useCallback((answer: SignedIn) => {
    newest.current = answer;
  }, []);
  const hold = useCallback(() => {
    held.current += 1;
    return () => {
      held.current -= 1;
      if (held.current === 0) setAway(null);
    };
  }, []);
  return { away, begun, hold };
}
