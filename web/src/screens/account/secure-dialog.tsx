import type { Protection } from "@attestory/query-api/account/schema.ts";
import type { AdminUser } from "@attestory/query-api/admin/schema.ts";
import { useState } from "react";
import { useSWRConfig } from "swr";
import { send, useRead } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Button } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../parts/dialog.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { toast } from "../../parts/toasts.ts";
import { ReadProblem } from "../../read-problem.tsx";
import { useSession } from "../../session.tsx";
import { isDeclined, useStepUp } from "../../step-up/step-up.tsx";
import { choose, everyPart, partsOf, sendsLink, type Whose } from "./secured-parts.ts";

type SecureDialogProps = {
  /** The user whose account an admin secures. Null: one's own. */
  user: Pick<AdminUser, "id" | "isActive"> | null;
  onClose: () => void;
  onDone: () => void;
};

/** Lists what signs in to an account or acts for it, and ends what is chosen: everything, unless it is unchecked. */
export function SecureDialog({ user, onClose, onDone }: SecureDialogProps) {
  const path = user ? `/api/admin/users/${user.id}` : "/api/user";
  const { data, error, mutate } = useRead("protection", [`${path}/protection`], { revalidateOnMount: true });
  return (
    <Dialog
      onClose={onClose}
      title="Secure this account"
      description={
        user
          ? "Choose what ends; some parts end only together. The owner gets one email that says what ended."
          : "Choose what ends; some parts end only together. This session stays, and one email says what ended."
      }
    >
      {data ? (
        <Choice
          had={data}
          path={path}
          whose={{ isOwn: !user, isActive: user?.isActive ?? true }}
          onClose={onClose}
          onDone={onDone}
        />
      ) : (
        <DialogBody flush={!error}>
          {error ? (
            <ReadProblem title="The account could not be read" error={error} onRetry={() => void mutate()} />
          ) : (
            <SkeletonRows count={4} label="Reading the account" />
          )}
        </DialogBody>
      )}
    </Dialog>
  );
}

type ChoiceProps = { had: Protection; path: string; whose: Whose; onClose: () => void; onDone: () => void };

function Choice({ had, path, whose, onClose, onDone }: ChoiceProps) {
  const { confirm } = useStepUp();
  const rereadOwn = useRereadOwn();
  const [chosen, setChosen] = useState(everyPart);
  const [busy, setBusy] = useState(false);
  const secure = async () => {
    setBusy(true);
    try {
      await confirm(
        () => send("message", { method: "POST", path: `${path}/secure`, body: chosen }),
        "secure the account",
      );
      const link = sendsLink(chosen, had, whose) ? ", and has a link to set a new password" : "";
      toast({ kind: "done", title: "Account secured", description: `An email says what ended${link}.` });
      if (whose.isOwn) rereadOwn();
      onDone();
    } catch (error) {
      setBusy(false);
      if (isDeclined(error)) return;
      const description = sentenceOf(error, "Try again in a moment: it is safe to repeat.");
      toast({ kind: "refused", title: "Securing failed", description });
    }
  };
  return (
    <>
      <DialogBody>
        <fieldset className="grid gap-2">
          <legend className="sr-only">What ends</legend>
          {partsOf(had, whose).map(([part, label]) => (
            <Checkbox
              key={part}
              label={label}
              checked={chosen[part]}
              onChange={({ target }) => setChosen(choose(chosen, part, target.checked))}
            />
          ))}
        </fieldset>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="danger"
          busy={busy}
          disabled={!Object.values(chosen).includes(true)}
          onClick={() => void secure()}
        >
          Secure account
        </Button>
      </DialogFoot>
    </>
  );
}

/** Reads the user's own account again: several rows and cards show what has ended. */
function useRereadOwn(): () => void {
  const { refresh } = useSession();
  const { mutate } = useSWRConfig();
  return () => {
    void refresh();
    void mutate((path) => typeof path === "string" && path.startsWith("/api/user/"));
  };
}
