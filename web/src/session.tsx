import type { User } from "@attestory/http/routing/answers.ts";
import { createContext, type ReactNode, use, useCallback, useMemo, useSyncExternalStore } from "react";
import useSWR, { useSWRConfig } from "swr";
import { readOrNull, send } from "./api.ts";
import { onTokenChange, storedToken, storeToken } from "./token.ts";
import { type SignedIn, useEndedSession } from "./use-ended-session.ts";

/**
 * State of the current session. A user whose address is not verified yet is `signed-out` with a `pending` user. `hasEnded`: the service
 * has ended the session of the page that is shown, which stays until its user signs in again or leaves.
 */
export type Session =
  | { state: "loading" }
  | { state: "problem"; error: unknown; retry: () => void }
  | { state: "signed-out"; pending: User | null }
  | { state: "signed-in"; user: User; hasEnded: boolean };

type SessionActions = {
  session: Session;
  /** Stores the token and user that login or registration returned. */
  begin: (answer: SignedIn, rememberMe?: boolean) => void;
  /** Ends the session at the service and in this browser. If the service call fails, rejects but still ends it in this browser. */
  end: () => Promise<void>;
  /** Forgets a session in this browser that the service has ended. */
  forget: () => void;
  /** Reads the current user again. */
  refresh: () => Promise<unknown>;
  /** Keeps the page that is shown if the service ends the session. Returns what to call when the page is left. */
  hold: () => () => void;
};

const mePath = "/api/auth/me";
/** The keys in SWR's cache of what `usePages` reads. */
const pagesPrefix = "$inf$";
const SessionContext = createContext<SessionActions | null>(null);

/** The session and its actions. */
export function useSession(): SessionActions {
  const actions = use(SessionContext);
  if (actions === null) throw new Error("useSession needs a SessionProvider above it");
  return actions;
}

/** Provides the session of the stored token. If the token changes, also in another tab, drops the data read with the previous one. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { mutate, cache } = useSWRConfig();
  const token = useSyncExternalStore(onTokenChange, storedToken);
  const answer = useSWR(token === null ? null : mePath, (path: string) => readOrNull("me", path));
  const { data, error, mutate: reread } = answer;

  const drop = useCallback(() => {
    // All cached data was read with the previous token.
    void mutate(() => true, undefined, { revalidate: false });
    // A filter finds no list that is read page by page.
    for (const key of cache.keys()) if (key.startsWith(pagesPrefix)) void mutate(key, undefined, { revalidate: false });
    // Reread the data that is still on screen. By then, parts that need a session are gone if the token is.
    setTimeout(() => void mutate((path) => typeof path === "string" && cache.get(path)?.data === undefined));
  }, [mutate, cache]);
  const { away, begun, hold } = useEndedSession(data?.user, drop);

  const actions = useMemo<SessionActions>(
    () => ({
      session: away
        ? { state: "signed-in", user: away, hasEnded: true }
        : sessionOf({ token, user: data?.user, error, retry: () => void reread() }),
      begin: (answer, rememberMe = false) => {
        begun(answer);
        storeToken(answer.token, !rememberMe);
        void mutate(mePath, { user: answer.user }, { revalidate: false });
      },
      end: () =>
        send("message", { method: "POST", path: "/api/auth/logout" })
          .then(() => undefined)
          .finally(() => storeToken(null)),
      forget: () => storeToken(null),
      refresh: () => reread(),
      hold,
    }),
    [away, token, data, error, reread, mutate, begun, hold],
  );
  return <SessionContext value={actions}>{children}</SessionContext>;
}

type Known = { token: string | null; user: User | undefined; error: unknown; retry: () => void };

function sessionOf({ token, user, error, retry }: Known): Session {
  if (token === null) return { state: "signed-out", pending: null };
  if (user)
    return user.emailVerified ? { state: "signed-in", user, hasEnded: false } : { state: "signed-out", pending: user };
  return error === undefined ? { state: "loading" } : { state: "problem", error, retry };
}
