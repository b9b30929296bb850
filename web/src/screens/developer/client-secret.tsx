import type { Application } from "@attestory/command-api/api-schema";
import { Eye, EyeOff, RotateCw } from "lucide-react";
import { useEffect, useState } from "react";
import { sentenceOf } from "../../api-error.ts";
import { useCountdown } from "../../countdown.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { toast } from "../../parts/toasts.ts";
import { useStepUp } from "../../step-up/step-up.tsx";
import { IconButton } from "./icon-button.tsx";
import { MonoLine } from "./mono-line.tsx";

const masked = "•".repeat(24);
const shownSeconds = 30;

type ClientSecretProps = {
  application: Application;
  /** Reads the secrets again. */
  onReread: () => Promise<unknown>;
  onRotate: () => void;
};

/** The secret, masked until its owner asks for it. The service may want to know first that it is the owner. */
export function ClientSecret({ application: { clientSecret }, onReread, onRotate }: ClientSecretProps) {
  const { isShown, left, busy, reveal, hide } = useReveal(clientSecret, onReread);
  const known = isShown && clientSecret !== null;
  return (
    <>
      <MonoLine text={known ? clientSecret : masked} wrap={known}>
        {known ? (
          <IconButton label="Hide client secret" Icon={EyeOff} onClick={hide} />
        ) : (
          <IconButton label="Show client secret" Icon={Eye} busy={busy} onClick={reveal} />
        )}
        {clientSecret !== null && <CopyButton text={clientSecret} what="Copy client secret" />}
        <IconButton label="Rotate client secret" Icon={RotateCw} onClick={onRotate} />
      </MonoLine>
      {known && <p className="mt-1 text-subtle tabular-nums">Hidden again in {left} s</p>}
    </>
  );
}

/** Shows the secret for a while. */
function useReveal(clientSecret: string | null, onReread: () => Promise<unknown>) {
  const { ask } = useStepUp();
  const { left, start } = useCountdown();
  const [isShown, setIsShown] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (left === 0) setIsShown(false);
  }, [left]);
  const show = () => {
    start(shownSeconds);
    setIsShown(true);
  };
  const confirm = async () => {
    setBusy(true);
    try {
      if (!(await ask("see a client secret"))) return;
      await onReread();
      show();
    } catch (error) {
      toast({
        kind: "refused",
        title: "The secret could not be shown",
        description: sentenceOf(error, "Try again in a moment."),
      });
    } finally {
      setBusy(false);
    }
  };
  const reveal = () => (clientSecret === null ? void confirm() : show());
  return { isShown, left, busy, reveal, hide: () => setIsShown(false) };
}
