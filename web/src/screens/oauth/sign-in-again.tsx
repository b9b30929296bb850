import type { User } from "@attestory/http/routing/answers.ts";
import { ShieldCheck } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { sentenceOf } from "../../api-error.ts";
import { ApplicationLogo } from "../../parts/application-logo.tsx";
import { Button } from "../../parts/button.tsx";
import { CardBody } from "../../parts/card.tsx";
import { toast } from "../../parts/toasts.ts";
import { useStepUp } from "../../step-up/step-up.tsx";
import { forgetWayBack } from "../../way-back.ts";
import { loginFor } from "./login-for.ts";
import { SignedInAs } from "./signed-in-as.tsx";
import type { Authorization } from "./use-authorization.ts";

type MissingMethods = NonNullable<Authorization["missingMethods"]>;
type SignInAgainProps = {
  user: User;
  authorization: Authorization;
  missing: MissingMethods;
  search: string;
  /** The user gave what was asked for. Another authentication method may be missing. */
  onDone: () => void;
  /** The application also takes an answer without it. */
  onSkip: () => void;
};

/** Says that the application asks for a new sign-in, or for a second factor, and asks for it before anything else. */
export function SignInAgain({ user, authorization, missing, search, onDone, onSkip }: SignInAgainProps) {
  const { application, denyUrl } = authorization;
  const { title, about } = wordsOf(application.name, missing);
  const { opening, open } = useQuestion({ title, missing, onDone });
  const leave = () => {
    forgetWayBack();
    location.assign(denyUrl);
  };
  return (
    <>
      <CardBody>
        <div className="mb-6 grid justify-items-center gap-1 text-center">
          <div className="mb-3">
            <ApplicationLogo name={application.name} logoUrl={application.logoUrl} size="large" />
          </div>
          <h1 className="min-w-0 max-w-full text-lg font-semibold tracking-tight text-balance wrap-anywhere">
            {title}
          </h1>
          <p className="min-w-0 max-w-full text-muted wrap-anywhere">{about}</p>
        </div>
        <SignedInAs user={user} login={loginFor(search)} />
      </CardBody>
      <footer className="grid gap-3 rounded-b-md border-t border-line bg-sunken p-4 sm:px-6">
        <Button look="primary" block busy={opening} onClick={open}>
          {!opening && <ShieldCheck aria-hidden="true" className="size-4" />}
          Confirm it is you
        </Button>
        {missing.isOptional && (
          <Button block onClick={onSkip}>
            Go on without
          </Button>
        )}
        <Button look="ghost" block onClick={leave}>
          <span className="min-w-0 truncate">Back to {application.name}</span>
        </Button>
      </footer>
    </>
  );
}

type QuestionProps = Pick<SignInAgainProps, "missing" | "onDone"> & { title: string };

/** Opens the dialog at once, and again when the user asks for it. */
function useQuestion({ title, missing, onDone }: QuestionProps) {
  const [opening, setOpening] = useState(false);
  const { askFor } = useStepUp();
  const open = useCallback(async () => {
    setOpening(true);
    try {
      const description = missing.keyChecksUser ? `${title}. ${checkingKey}` : `${title}.`;
      if (await askFor({ title: "Confirm it is you", description, ways: missing.ways })) onDone();
    } catch (error) {
      toast({ kind: "refused", title: "This could not be asked", description: sentenceOf(error, "Try again.") });
    }
    setOpening(false);
  }, [askFor, title, missing, onDone]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each method
  useEffect(() => void open(), [missing]);
  return { opening, open: () => void open() };
}

const checkingKey = "The key must check who uses it, by a PIN or a fingerprint.";

function wordsOf(name: string, missing: MissingMethods): { title: string; about: string } {
  const { reason, ways, keyChecksUser, isOptional } = missing;
  const after = isOptional ? "You can also go on without." : "Then you go on to the application.";
  if (keyChecksUser) return { title: `${name} asks for your hardware key`, about: `${checkingKey} ${after}` };
  if (reason === "new-sign-in") {
    return ways.some((way) => way === "password" || way === "email_code")
      ? { title: `${name} asks you to sign in again`, about: `You are still signed in here. ${after}` }
      : { title: `${name} asks you to sign in again`, about: `One more step: your second factor. ${after}` };
  }
  return ways.every((way) => way === "hardware_key")
    ? { title: `${name} asks for your hardware key`, about: after }
    : { title: `${name} asks for your second factor`, about: after };
}
