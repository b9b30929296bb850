import { useEffect, useMemo, useRef, useState } from "react";
import { sentenceOf } from "../../api-error.ts";
import { LoadFailure } from "../../on-demand.tsx";
import { Confirmation } from "../../parts/confirmation.tsx";
import type { Takeover } from "../../parts/dialog-host.ts";
import { TakeoverDialog, useTakeover } from "../../parts/takeover.tsx";
import { toast } from "../../parts/toasts.ts";

type Question = {
  title: string;
  /** What will be lost. */
  text: string;
  action: string;
  busy: boolean;
  /** Whether it was done, and the question is answered. */
  onConfirm: () => Promise<boolean>;
};

/** Asks before something is lost: in the dialog that is open, or else in one of its own. Returns what opens the question. */
export function useQuestion({ title, text, action, busy, onConfirm }: Question): () => void {
  const [asking, setAsking] = useState(false);
  const confirm = useRef(onConfirm);
  useEffect(() => {
    confirm.current = onConfirm;
  });
  const takeover = useMemo<Takeover | null>(() => {
    if (!asking) return null;
    const close = () => setAsking(false);
    const answer = async () => {
      if (await confirm.current()) close();
    };
    const content = (
      <Confirmation action={action} busy={busy} onConfirm={() => void answer()} onCancel={close}>
        {text}
      </Confirmation>
    );
    return { role: "alertdialog", title, description: "", content, onClose: close };
  }, [asking, busy, title, text, action]);
  useTakeover(takeover);
  return () => void TakeoverDialog.load().then(() => setAsking(true), refuseToAsk);
}

/** Without its code there is no question, and nothing is done that would have to be asked. */
function refuseToAsk(error: unknown): void {
  if (!(error instanceof LoadFailure)) throw error;
  error.forget();
  const description = sentenceOf(error.cause, "Try again in a moment.");
  toast({ kind: "refused", title: "The question could not be shown", description });
}
