import type { User } from "@attestory/http/routing/answers.ts";
import { useState } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Alert } from "../../parts/alert.tsx";
import { Button } from "../../parts/button.tsx";
import { CardBody } from "../../parts/card.tsx";
import { calendarDate } from "../../parts/moments.ts";
import { toast } from "../../parts/toasts.ts";
import { isDeclined, useStepUp } from "../../step-up/step-up.tsx";
import { forgetWayBack } from "../../way-back.ts";
import { ApiScopes, digestOf, isApiChanged, isKnownApi, isMoreOfApi } from "./api-scopes.tsx";
import { BothMarks, NewApplication, SelfDescribed } from "./consent-parts.tsx";
import { loginFor } from "./login-for.ts";
import { Scopes } from "./scopes.tsx";
import { SignedInAs } from "./signed-in-as.tsx";
import type { Authorization } from "./use-authorization.ts";

type ConsentCardProps = {
  user: User;
  authorization: Authorization;
  search: string;
  /** What is asked is not what was shown: it has to be read anew. */
  onChanged: () => void;
};

/** The question, and its two answers. */
export function ConsentCard({ user, authorization, search, onChanged }: ConsentCardProps) {
  const { application, grantedScopes, grantedAt, redirectUri } = authorization;
  const { answering, authorize, deny } = useAnswer(authorization, onChanged);
  const scopes = authorization.consentScopes;
  const { api } = authorization;
  const { isKnown, asks } = questionOf(authorization);
  return (
    <>
      <CardBody>
        <div className="mb-6 grid justify-items-center gap-1 text-center">
          <BothMarks application={application} />
          <h1 className="min-w-0 max-w-full text-lg font-semibold tracking-tight text-balance wrap-anywhere">
            {application.name} {asks}
          </h1>
          {isKnown && grantedAt ? (
            <p className="text-muted">Last authorized {calendarDate(new Date(grantedAt))}</p>
          ) : (
            <p className="min-w-0 max-w-full text-muted wrap-anywhere">{application.description}</p>
          )}
        </div>
        <SignedInAs user={user} login={loginFor(search)} />
        <SelfDescribed
          name={application.name}
          clientHost={authorization.clientHost}
          onlyOnDevice={authorization.onlyOnDevice}
        />
        {authorization.anotherAccount && (
          <div className="mt-5">
            <Alert kind="warning" title="This application asks for another account">
              <p>Choose "Not you?" and sign in with the account that it expects.</p>
            </Alert>
          </div>
        )}
        {(scopes.length > 0 || api === null) && (
          <>
            <h2 className="mt-6 mb-3 font-medium wrap-anywhere">{application.name} will be able to</h2>
            <Scopes scopes={scopes} granted={grantedScopes} user={user} />
          </>
        )}
        {api && <ApiScopes api={api} application={application.name} isKnown={isKnown} />}
        <NewApplication registeredAt={application.registeredAt}>
          Go on only if you trust the page that sent you here.
        </NewApplication>
      </CardBody>
      <footer className="grid gap-3 rounded-b-md border-t border-line bg-sunken p-4 sm:px-6">
        <div className="grid grid-cols-2 gap-3">
          <Button block disabled={answering !== null} onClick={deny}>
            Deny
          </Button>
          <Button
            look="primary"
            block
            busy={answering === "authorize"}
            disabled={answering === "deny" || authorization.anotherAccount}
            onClick={authorize}
          >
            Authorize
          </Button>
        </div>
        <p className="text-center text-xs text-subtle">
          Either way you go back to <span className="font-mono text-muted wrap-anywhere">{placeOf(redirectUri)}</span>.
          You can revoke access at any time in your dashboard.
        </p>
      </footer>
    </>
  );
}

/** What is asked, as far as the user has allowed some of it before. */
function questionOf({ consentScopes, grantedScopes, api }: Authorization) {
  if (grantedScopes.length === 0 && !isKnownApi(api)) return { isKnown: false, asks: "wants to access your account" };
  const isMore = consentScopes.some((scope) => !grantedScopes.includes(scope)) || isMoreOfApi(api);
  return { isKnown: true, asks: isMore ? "asks for more than before" : "asks for access again" };
}

/** Where the browser goes next, in short. */
const placeOf = (redirectUri: string): string => URL.parse(redirectUri)?.host || redirectUri;

/** Sends the user's answer. The browser goes only where the service says. */
function useAnswer(
  { authorizationId, clientId, redirectUri, scope, state, api, denyUrl }: Authorization,
  onChanged: () => void,
) {
  const [answering, setAnswering] = useState<"authorize" | "deny" | null>(null);
  const { confirm } = useStepUp();
  const authorize = async () => {
    setAnswering("authorize");
    const named = { authorizationId, client_id: clientId, redirect_uri: redirectUri, scope };
    const body = { ...named, ...(state === null ? {} : { state }), ...digestOf(api) };
    try {
      const call = () => send("authorizationGranted", { method: "POST", path: "/api/oauth/authorize", body });
      const { redirectUrl } = await confirm(call, "authorize this application");
      forgetWayBack();
      location.assign(redirectUrl);
    } catch (error) {
      setAnswering(null);
      if (isDeclined(error)) return;
      const description = sentenceOf(error, "Please go back to the application and start again.");
      toast({ kind: "refused", title: "Authorization failed", description });
      if (isApiChanged(error)) onChanged();
    }
  };
  const deny = () => {
    setAnswering("deny");
    forgetWayBack();
    location.assign(denyUrl);
  };
  return { answering, authorize: () => void authorize(), deny };
}
