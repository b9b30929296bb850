import { useState } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { toast } from "../../parts/toasts.ts";
import { isDeclined, useStepUp } from "../../step-up/step-up.tsx";

type Action = {
  method: "POST" | "PUT" | "DELETE";
  path: string;
  body?: unknown;
  /** What it does, after "To". */
  purpose: string;
  /** Titles of the toasts. */
  done: string;
  failed: string;
};

/** Makes calls that answer a message and ask for a recent authentication, and says in a toast how each went. */
export function useAdminAction(): { busy: boolean; act: (action: Action) => Promise<boolean> } {
  const { confirm } = useStepUp();
  const [busy, setBusy] = useState(false);
  /** Whether it was done. */
  const act = async ({ purpose, done, failed, ...command }: Action): Promise<boolean> => {
    setBusy(true);
    try {
      await confirm(() => send("message", command), purpose);
      toast({ kind: "done", title: done });
      return true;
    } catch (error) {
      if (!isDeclined(error)) {
        toast({ kind: "refused", title: failed, description: sentenceOf(error, "Try again in a moment.") });
      }
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, act };
}
