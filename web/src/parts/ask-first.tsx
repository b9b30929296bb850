import { useEffect, useRef } from "react";
import { Button, buttonClass } from "./button.tsx";
import { DialogBody, DialogFoot, DialogText } from "./dialog.tsx";

type AskFirstProps = {
  /** What will be lost. */
  children: string;
  act: string;
  busy: boolean;
  onAct: () => void;
  onCancel: () => void;
};

/** The content of a dialog that asks once before something is lost; Cancel has the focus. */
export function AskFirst({ children, act, busy, onAct, onCancel }: AskFirstProps) {
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
        <Button look="danger" busy={busy} onClick={onAct}>
          {act}
        </Button>
      </DialogFoot>
    </>
  );
}
