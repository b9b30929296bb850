import type { User } from "@attestory/command-api/api-schema";
import { message } from "@attestory/command-api/api-schema";
import { me } from "@attestory/query-api/api-schema";
import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from "react";
import useSWR, { useSWRConfig } from "swr";
import { readOrNull, send } from "./api.ts";
import { onTokenChange, storedToken, storeToken } from "./token.ts";

/** Who uses the app. A user whose address is not verified yet is `signed-out` with a `pending` user. */
export type Session =
  | { state: "loading" }
  | { state: "problem"; error: unknown; retry: () => void }
  | { state: "signed-out"; pending: User | null }
  | { state: "signed-in"; user: User };

type SessionActions = {
  session: Session;
  /** Keeps what login or registration answered. */
  begin: (answer: { token: string; user: User }) => void;
  /** Ends the session at the service and here; rejects when the service was not reached, yet ends it here all the same. */
  end: () => Promise<void>;
  /** Reads the current user again. */
  refresh: () => Promise<unknown>;
};

const mePath = "/api/auth/me";
const SessionContext = createContext<SessionActions | null>(null);

/** The session and what can be done with it. */
export function useSession(): SessionActions {
  const actions = use(SessionContext);
  if (actions === null) throw new Error("useSession needs a SessionProvider above it");
  return actions;
}

/** Follows the stored token, also when another tab changes it: what was read for the one before is dropped at once. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { mutate, cache } = useSWRConfig();
  const token = useSyncExternalStore(onTokenChange, storedToken);
  const answer = useSWR(token === null ? null : mePath, (path: string) => readOrNull(me, path));

  useEffect(
    () =>
      onTokenChange(() => {
        // Whatever was read belongs to the one before.
        void mutate(() => true, undefined, { revalidate: false });
        // What is still on screen is read again; by then what needs a session has left it together with the token.
        setTimeout(() => void mutate((path) => typeof path === "string" && cache.get(path)?.data === undefined));
      }),
    [mutate, cache],
  );

  const { data, error, mutate: reread } = answer;
  const actions = useMemo<SessionActions>(
    () => ({
      session: sessionOf(token, data?.user, error, () => void reread()),
      begin: ({ token, user }) => {
        storeToken(token);
        void mutate(mePath, { user }, { revalidate: false });
      },
      end: () =>
        send(message, "POST", "/api/auth/logout")
          .then(() => undefined)
          .finally(() => storeToken(null)),
      refresh: () => reread(),
    }),
    [token, data, error, reread, mutate],
  );
  return <SessionContext value={actions}>{children}</SessionContext>;
}

function sessionOf(token: string | null, user: User | undefined, error: unknown, retry: () => void): Session {
  if (token === null) return { state: "signed-out", pending: null };
  if (user) return user.emailVerified ? { state: "signed-in", user } : { state: "signed-out", pending: user };
  return error === undefined ? { state: "loading" } : { state: "problem", error, retry };
}
