import type { Application } from "@attestory/http/routing/application-schema.ts";
import { Copy, Eye, EyeOff, RotateCw } from "lucide-react";
import { useEffect, useState } from "react";
import { sentenceOf } from "../../api-error.ts";
import { copyText } from "../../clipboard.ts";
import { useCountdown } from "../../countdown.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { IconButton } from "../../parts/icon-button.tsx";
import { MonoLine } from "../../parts/mono-line.tsx";
import { toast } from "../../parts/toasts.ts";
import { useStepUp } from "../../step-up/step-up.tsx";

const masked = "•".repeat(24);
const shownSeconds = 30;

type ClientSecretProps = {
  application: Application;
  /** Secrets are shown only when they are made. */
  isOnce: boolean;
  /** Reads the applications again. */
  onReread: () => Promise<{ applications: readonly Application[] } | undefined>;
  onRotate: () => void;
};

/** The secret, masked until its owner asks for it. */
export function ClientSecret({ application, isOnce, onReread, onRotate }: ClientSecretProps) {
  const { clientSecret } = application;
  const { isShown, left, show, hide } = useShownForAWhile();
  const { busy, withSecret } = useSecret(application, onReread);
  const isVisible = isShown && clientSecret !== null;
  const rotate = <IconButton label="Rotate client secret" Icon={RotateCw} onClick={onRotate} />;
  if (isOnce) {
    return (
      <>
        <MonoLine text={masked}>{rotate}</MonoLine>
        <p className="mt-1 text-subtle">It was shown once, when it was made. If it is lost, rotate it.</p>
      </>
    );
  }
  return (
    <>
      <MonoLine text={isVisible ? clientSecret : masked} wrap={isVisible}>
        {isVisible ? (
          <IconButton label="Hide client secret" Icon={EyeOff} onClick={hide} />
        ) : (
          <IconButton label="Show client secret" Icon={Eye} busy={busy} onClick={() => void withSecret(show)} />
        )}
        {clientSecret === null ? (
          <IconButton label="Copy client secret" Icon={Copy} busy={busy} onClick={() => void withSecret(copy)} />
        ) : (
          <CopyButton text={clientSecret} what="Copy client secret" />
        )}
        {rotate}
      </MonoLine>
      {isVisible && <p className="mt-1 text-subtle tabular-nums">Hidden again in {left} s</p>}
    </>
  );
}

/** Something that hides itself after a while. */
function useShownForAWhile() {
  const { left, start } = useCountdown();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (left === 0) setIsShown(false);
  }, [left]);
  const show = () => {
    start(shownSeconds);
    setIsShown(true);
  };
  return { isShown, left, show, hide: () => setIsShown(false) };
}

/** Does something with the secret. The service gives it only to a user who proved a short time ago who they are. */
function useSecret({ id, clientSecret }: Application, onReread: ClientSecretProps["onReread"]) {
  const { ask } = useStepUp();
  const [busy, setBusy] = useState(false);
  const withSecret = async (use: (secret: string) => unknown) => {
    if (clientSecret !== null) return use(clientSecret);
    setBusy(true);
    try {
      if (!(await ask("see a client secret"))) return;
      const answer = await onReread();
      const secret = answer?.applications.find((application) => application.id === id)?.clientSecret;
      if (secret) await use(secret);
      else
        toast({
          kind: "refused",
          title: unseen,
          description: "If there is none yet, rotate it. Otherwise try again in a moment.",
        });
    } catch (error) {
      toast({ kind: "refused", title: unseen, description: sentenceOf(error, "Try again in a moment.") });
    } finally {
      setBusy(false);
    }
  };
  return { busy, withSecret };
}

const unseen = "The secret could not be shown";

/** A browser may refuse so long after the click. */
const copy = async (secret: string) =>
  toast(
    (await copyText(secret))
      ? { kind: "plain", title: "Client secret copied" }
      : { kind: "plain", title: "The secret is ready", description: "Press the copy button again." },
  );
