import { useEffect, useRef } from "react";
import { Button, buttonClass } from "./button.tsx";
import { DialogBody, DialogFoot, DialogText } from "./dialog.tsx";

type ConfirmationProps = {
  /** What will be lost. */
  children: string;
  action: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** The content of a dialog that asks for confirmation before something is lost; Cancel has the focus. */
export function Confirmation({ children, action, busy, onConfirm, onCancel }: ConfirmationProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  return (
    <>
      <DialogBody>
        <DialogText>{children}</DialogText>
      </DialogBody>
      <DialogFoot>
        <button type="button" ref={cancel} onClick={onCancel} className={buttonClass()}>
          Cancel
        </button>
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogFoot>
    </>
  );
}
