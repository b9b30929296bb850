import { useEffect, useRef, useState } from "react";
import { send } from "../api.ts";
import { sentenceOf } from "../api-error.ts";
import { Alert } from "../parts/alert.tsx";
import { Button, buttonClass } from "../parts/button.tsx";
import { DialogBody, DialogFoot } from "../parts/dialog.tsx";
import type { NearEnd } from "./use-session-end.ts";

type EndNoticeProps = {
  end: NearEnd;
  onStayed: () => void;
  onSignIn: () => void;
  onSignOut: () => Promise<void>;
};

/** Counts down to the end of the session, and offers to stay. */
export function EndNotice({ end, onStayed, onSignIn, onSignOut }: EndNoticeProps) {
  const left = useSecondsUntil(end.at);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const main = useRef<HTMLButtonElement>(null);
  useEffect(() => main.current?.focus(), []);
  const stay = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await send("message", { method: "POST", path: "/api/user/session" });
      onStayed();
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  return (
    <>
      <DialogBody>
        <div className="grid gap-4">
          <p role="timer">
            You will be signed out in <span className="font-mono tabular-nums">{inMinutes(left)}</span>
          </p>
          {failure !== null && (
            <Alert kind="danger" role="alert" title="This did not work">
              <p>{sentenceOf(failure, "Try again in a moment.")}</p>
            </Alert>
          )}
        </div>
      </DialogBody>
      <DialogFoot>
        <Button onClick={() => void onSignOut()}>Sign out</Button>
        <button
          type="button"
          ref={main}
          aria-busy={busy}
          onClick={end.isFinal ? onSignIn : () => void stay()}
          className={buttonClass("primary")}
        >
          {end.isFinal ? "Sign in again" : "Stay signed in"}
        </button>
      </DialogFoot>
    </>
  );
}

const inMinutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

const secondsUntil = (at: number) => Math.max(0, Math.ceil((at - Date.now()) / 1000));

function useSecondsUntil(at: number): number {
  const [left, setLeft] = useState(() => secondsUntil(at));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(at)), 250);
    return () => clearInterval(timer);
  }, [at]);
  return left;
}
