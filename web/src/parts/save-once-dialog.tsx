import { type ReactNode, useEffect, useRef, useState } from "react";
import { copyText } from "../clipboard.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Dialog, DialogBody, DialogFoot, DialogText } from "./dialog.tsx";
import { MonoLine } from "./mono-line.tsx";

type SaveOnceDialogProps = {
  title: string;
  /** Whose secret it is, or what to do with it. */
  about: ReactNode;
  /** The secret in another form. */
  picture?: ReactNode;
  secret: string;
  /** What the copy button copies: "Copy API key". */
  copyLabel: string;
  /** What is kept instead, or what helps if it is lost. */
  kept: string;
  action: string;
  onClose: () => void;
};

/** A secret that is shown this one time, and copied to the clipboard by itself. Only its button closes the dialog. */
export function SaveOnceDialog({
  title,
  about,
  picture,
  secret,
  copyLabel,
  kept,
  action,
  onClose,
}: SaveOnceDialogProps) {
  const isCopied = useClipboard(secret);
  return (
    <Dialog onClose={() => {}} role="alertdialog" title={title}>
      <DialogBody>
        <div className="grid gap-4">
          <DialogText>{about}</DialogText>
          {picture}
          <MonoLine text={secret} wrap>
            <CopyButton text={secret} what={copyLabel} />
          </MonoLine>
          <Alert kind="warning" title="This is the only time you see it">
            <p>
              {kept} <span role="status">{isCopied && "It is on your clipboard now."}</span>
            </p>
          </Alert>
        </div>
      </DialogBody>
      <DialogFoot>
        <Button look="primary" onClick={onClose}>
          {action}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

/** Copies the text once. A browser may refuse: the copy button then remains. */
function useClipboard(text: string): boolean {
  const [isCopied, setIsCopied] = useState(false);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void copyText(text).then((isDone) => isDone && setIsCopied(true));
  }, [text]);
  return isCopied;
}
