import { useState } from "react";
import { send } from "../../../api.ts";
import { sentenceOf } from "../../../api-error.ts";
import { Button } from "../../../parts/button.tsx";
import { toast } from "../../../parts/toasts.ts";
import { isDeclined, useStepUp } from "../../../step-up/step-up.tsx";
import { useQuestion } from "../use-question.tsx";
import { useChangedOver } from "./use-changed-over.ts";

/** Goes back to a generation that was kept, which is asked first. `newest` says how new its newest event is. */
export function GoBack({ generation, newest }: { generation: number; newest: string }) {
  const { confirm } = useStepUp();
  const changedOver = useChangedOver();
  const [busy, setBusy] = useState(false);
  const goBack = async (): Promise<boolean> => {
    setBusy(true);
    try {
      const path = `/api/admin/generations/${generation}/activate`;
      await confirm(() => send("generationActivated", { method: "POST", path }), "go back to other data");
      changedOver(`Generation ${generation} is in use`, "Sign in again. The data from before is kept.");
      return true;
    } catch (error) {
      if (!isDeclined(error)) {
        const description = sentenceOf(error, "Try again in a moment.");
        toast({ kind: "refused", title: "Going back failed", description });
      }
      return false;
    } finally {
      setBusy(false);
    }
  };
  const ask = useQuestion({
    title: `Go back to generation ${generation}?`,
    text: `All data in use is replaced by that of this generation: ${newest}. The sessions of now end, yours too. The data that you have now is kept. Persons who were erased since stay erased.`,
    action: "Go back",
    busy,
    onConfirm: goBack,
  });
  return (
    <Button size="small" aria-label={`Go back to generation ${generation}`} onClick={ask}>
      Go back
    </Button>
  );
}
