import { useCallback, useEffect, useMemo, useState } from "react";
import { useLogOut } from "../frame/use-log-out.ts";
import { LoadFailure } from "../on-demand.tsx";
import type { Takeover } from "../parts/dialog-host.ts";
import { TakeoverDialog, useTakeover } from "../parts/takeover.tsx";
import { useSession } from "../session.tsx";
import { EndNotice } from "./end-notice.tsx";
import { SignInAgain } from "./sign-in-again.tsx";
import { toOtherTabs, useOtherTabs } from "./tabs.ts";
import { useSessionEnd } from "./use-session-end.ts";

/** Warns before the session ends, and asks to sign in again once it has. The page beneath stays as it is. */
export function SessionEnd() {
  const { session, hold, forget } = useSession();
  const isReady = useDialogReady();
  useEffect(() => (isReady ? hold() : undefined), [isReady, hold]);
  const isOver = session.state === "signed-in" && session.hasEnded;
  const email = session.state === "signed-in" ? session.user.email : "";
  const { end, check } = useSessionEnd(isOver);
  // Not before the page is held: a session that has ended would lead away from it.
  useOtherTabs(isReady ? check : null);
  const [choice, setChoice] = useState<"none" | "signs-in" | "dismissed">("none");
  const logOut = useLogOut();
  // The next end is another one.
  if (end === null && !isOver && choice !== "none") setChoice("none");

  const moved = useCallback(() => {
    toOtherTabs();
    void check();
  }, [check]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: logging out is the same whenever it is called
  const takeover = useMemo<Takeover | null>(() => {
    if (isOver) {
      return {
        title: "Sign in again",
        description: "Your session has ended. This page stays as it is, with everything that you typed.",
        content: <SignInAgain email={email} onCancel={forget} cancelLabel="Leave this page" />,
        // Only the button: nothing typed is lost by a click beside the dialog.
        onClose: () => {},
        role: "alertdialog",
      };
    }
    if (end === null || choice === "dismissed") return null;
    const dismiss = () => setChoice("dismissed");
    if (choice === "signs-in") {
      return {
        title: "Sign in again",
        description: "For a new session. This page stays as it is.",
        content: <SignInAgain email={email} onCancel={dismiss} cancelLabel="Cancel" />,
        onClose: dismiss,
        role: "alertdialog",
      };
    }
    return {
      title: "You will be signed out soon",
      description: end.isFinal ? finalReason : "You have not used your account for a while.",
      content: <EndNotice end={end} onStayed={moved} onSignIn={() => setChoice("signs-in")} onSignOut={logOut} />,
      onClose: dismiss,
      role: "alertdialog",
    };
  }, [isOver, end, choice, email, moved, forget]);
  useTakeover(isReady ? takeover : null);
  return null;
}

const finalReason =
  "Nobody stays signed in for longer, so using your account does not prolong it. Sign in again to go on.";

/** Loads the dialog ahead of its time. Without it, nothing is shown, and the end of the session leads to /login. */
function useDialogReady(): boolean {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    const load = async () => {
      try {
        await TakeoverDialog.load();
        setIsReady(true);
      } catch (error) {
        if (error instanceof LoadFailure) error.forget();
      }
    };
    void load();
  }, []);
  return isReady;
}
