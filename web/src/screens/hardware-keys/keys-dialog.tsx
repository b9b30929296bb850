import type { User } from "@attestory/http/routing/answers.ts";
import type { HardwareKey } from "@attestory/query-api/hardware-keys/schema.ts";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { useRead } from "../../api.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../parts/dialog.tsx";
import { useSession } from "../../session.tsx";
import { CodesDialog } from "../second-factors/codes-dialog.tsx";
import { KeyList } from "./key-list.tsx";
import { keysPath } from "./keys-path.ts";
import { RemoveKey } from "./remove-key.tsx";
import { useRegistration } from "./use-registration.ts";

type KeysDialogProps = { user: User; hasPassword: boolean; onClose: () => void };

/** Every hardware key of the account, read each time the dialog opens. */
export function KeysDialog({ user, hasPassword, onClose }: KeysDialogProps) {
  const { refresh } = useSession();
  const answer = useRead("hardwareKeys", [keysPath], { revalidateOnMount: true });
  const [removing, setRemoving] = useState<HardwareKey | null>(null);
  const readAgain = () => Promise.allSettled([answer.mutate(), refresh()]);
  const { busy, add, added, codes, forgetCodes } = useRegistration(readAgain);
  const [renaming, setRenaming] = useState<string | null>(null);
  useEffect(() => setRenaming(added), [added]);
  const keys = answer.data?.hardwareKeys;

  if (codes) {
    const title = "Your key is your second factor now";
    return <CodesDialog title={title} codes={codes} email={user.email} onClose={forgetCodes} />;
  }
  if (removing && keys) {
    const close = () => setRemoving(null);
    const loss = { user, hasPassword, isLast: keys.length === 1 };
    return <RemoveKey loss={loss} hardwareKey={removing} onRemoved={readAgain} onClose={close} />;
  }
  return (
    <Dialog
      onClose={onClose}
      title="Hardware Keys"
      description="For signing in without a password, and as your second factor."
    >
      <DialogBody flush>
        {/* A new key asks for its name. */}
        <KeyList answer={answer} renaming={renaming} onRename={setRenaming} onRemove={setRemoving} />
      </DialogBody>
      <DialogFoot
        lead={
          <Button busy={busy} onClick={add}>
            {!busy && <Plus aria-hidden="true" className="size-4" />}
            {busy ? "Follow your browser..." : "Add a key"}
          </Button>
        }
      >
        <Button onClick={onClose}>Done</Button>
      </DialogFoot>
    </Dialog>
  );
}
