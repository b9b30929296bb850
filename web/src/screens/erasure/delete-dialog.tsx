import type { User } from "@attestory/http/routing/answers.ts";
import { type FormEvent, useState } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Alert } from "../../parts/alert.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../parts/dialog.tsx";
import { isDeclined, useStepUp } from "../../step-up/step-up.tsx";
import { Consequences } from "./consequences.tsx";
import { useShowShut } from "./shut-account.ts";
import { isTyped, TypedUsername } from "./typed-username.tsx";

/** Says what becomes of an account that its owner deletes, and asks for the username. */
export function DeleteDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { confirm } = useStepUp();
  const showShut = useShowShut();
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const remove = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const call = () => send("requestedErasure", { method: "DELETE", path: "/api/user" });
      const { erasesAt, keepToken } = await confirm(call, "delete your account");
      showShut({ erasesAt, token: keepToken, mayDelete: false });
    } catch (error) {
      setBusy(false);
      if (!isDeclined(error)) setFailure(error);
    }
  };
  return (
    <Dialog onClose={onClose} title="Delete my account">
      <form onSubmit={(event) => void remove(event)} className="contents">
        <DialogBody>
          <div className="grid gap-5">
            {failure !== null && (
              <Alert kind="danger" role="alert" title="Your account was not deleted">
                <p>{sentenceOf(failure, "Try again in a moment.")}</p>
              </Alert>
            )}
            <Consequences>
              <li>Your account is shut at once, and every device is signed out.</li>
              <li>Applications and API keys lose access.</li>
              <li>After 14 days, your data is erased for good, and applications that you registered are deleted.</li>
              <li>Until then, you can keep your account: by the link of our email, or by signing in.</li>
            </Consequences>
            <TypedUsername username={user.username} typed={typed} onType={setTyped} />
          </div>
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" busy={busy} disabled={!isTyped(typed, user.username)}>
            {busy ? "Deleting..." : "Delete my account"}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
