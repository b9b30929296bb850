import type { DeviceRequestInfo } from "@attestory/command-api/device-authorizations/schema.ts";
import type { User } from "@attestory/http/routing/answers.ts";
import { useEffect, useRef, useState } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Alert } from "../../parts/alert.tsx";
import { Button } from "../../parts/button.tsx";
import { CardBody } from "../../parts/card.tsx";
import { textLinkClass } from "../../parts/text-link.tsx";
import { toast } from "../../parts/toasts.ts";
import { ApiScopes, digestOf, isApiChanged, isKnownApi } from "./api-scopes.tsx";
import { ConsentFrame } from "./consent-frame.tsx";
import { BothMarks, NewApplication, SelfDescribed } from "./consent-parts.tsx";
import type { Outcome } from "./device-done.tsx";
import { Scopes } from "./scopes.tsx";
import { SignedInAs } from "./signed-in-as.tsx";

type DeviceCardProps = {
  user: User;
  asked: DeviceRequestInfo;
  onAnswered: (outcome: Outcome) => void;
  /** It asks for something else by now. */
  onChanged: (asked: DeviceRequestInfo) => void;
  onBack: () => void;
};

const loginFor = (userCode: string) =>
  `/login?redirect=${encodeURIComponent(`/device?user_code=${encodeURIComponent(userCode)}`)}`;

/** The question of a device, and its two answers. Somebody else may have sent the code, so it says what to compare. */
export function DeviceCard({ user, asked, onAnswered, onChanged, onBack }: DeviceCardProps) {
  const { application, userCode, grantedScopes, api } = asked;
  const { answering, answer } = useAnswer(asked, { onAnswered, onChanged });
  const heading = useRef<HTMLHeadingElement>(null);
  // It replaces the button which had the focus.
  useEffect(() => heading.current?.focus(), []);
  const scopes = asked.scope.split(" ").filter(Boolean);
  return (
    <ConsentFrame>
      <CardBody>
        <div className="mb-6 grid justify-items-center gap-1 text-center">
          <BothMarks application={application} />
          <h1
            ref={heading}
            tabIndex={-1}
            className="min-w-0 max-w-full text-lg font-semibold tracking-tight text-balance wrap-anywhere focus-visible:outline-none"
          >
            {application.name} wants to sign you in on a device
          </h1>
          {application.description && (
            <p className="min-w-0 max-w-full text-muted wrap-anywhere">{application.description}</p>
          )}
          <p className="mt-3 font-mono text-xl tracking-[.16em]">{userCode}</p>
        </div>
        <SignedInAs user={user} login={loginFor(userCode)} />
        <SelfDescribed name={application.name} clientHost={asked.clientHost} />
        <div className="mt-5">
          <Alert kind="warning">
            <p>
              Go on only if you started this yourself, on a device of your own that shows this code. If another person
              sent you the code or a link to this page, deny it: their device would get into your account.
            </p>
          </Alert>
        </div>
        <NewApplication registeredAt={application.registeredAt}>Go on only if you trust it.</NewApplication>
        <WithAccount user={user} asked={asked} scopes={scopes} />
        {api && (
          <ApiScopes api={api} application={application.name} isKnown={grantedScopes.length > 0 || isKnownApi(api)} />
        )}
      </CardBody>
      <footer className="grid gap-3 rounded-b-md border-t border-line bg-sunken p-4 sm:px-6">
        <div className="grid grid-cols-2 gap-3">
          <Button
            block
            busy={answering === "denied"}
            disabled={answering === "granted"}
            onClick={() => answer("denied")}
          >
            Deny
          </Button>
          <Button
            look="primary"
            block
            busy={answering === "granted"}
            disabled={answering === "denied"}
            onClick={() => answer("granted")}
          >
            Allow
          </Button>
        </div>
        <p className="text-center text-xs text-subtle">
          Another code?{" "}
          <button type="button" className={textLinkClass} disabled={answering !== null} onClick={onBack}>
            Enter it
          </button>
        </p>
      </footer>
    </ConsentFrame>
  );
}

function WithAccount({ user, asked, scopes }: Pick<DeviceCardProps, "user" | "asked"> & { scopes: readonly string[] }) {
  const { application, grantedScopes, api } = asked;
  if (scopes.length === 0 && api !== null) return null;
  return (
    <>
      <h2 className="mt-6 mb-3 font-medium wrap-anywhere">{application.name} will be able to</h2>
      {scopes.length > 0 ? (
        <Scopes scopes={scopes} granted={grantedScopes} user={user} />
      ) : (
        <p className="text-muted">know that you allowed it. It asks for nothing more.</p>
      )}
    </>
  );
}

const refuse = (error: unknown) => {
  const description = sentenceOf(error, "Please try again in a moment.");
  toast({ kind: "refused", title: "The device was not answered", description });
};

function useAnswer(
  { userCode, request, api }: DeviceRequestInfo,
  { onAnswered, onChanged }: Pick<DeviceCardProps, "onAnswered" | "onChanged">,
) {
  const [answering, setAnswering] = useState<Outcome | null>(null);
  const answer = async (outcome: Outcome) => {
    setAnswering(outcome);
    try {
      const body = { userCode, request, outcome, ...digestOf(api) };
      await send("message", { method: "POST", path: "/api/oauth/device", body });
      onAnswered(outcome);
    } catch (error) {
      refuse(error);
      if (isApiChanged(error)) await askAgain();
      setAnswering(null);
    }
  };
  const askAgain = async () => {
    try {
      const body = { userCode };
      onChanged(await send("deviceRequestInfo", { method: "POST", path: "/api/oauth/device/request", body }));
    } catch (error) {
      refuse(error);
    }
  };
  return { answering, answer: (outcome: Outcome) => void answer(outcome) };
}
