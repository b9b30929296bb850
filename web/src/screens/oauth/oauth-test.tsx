import { ExternalLink } from "lucide-react";
import { useEffect, useState } from "react";
import { useExactSearch } from "../../exact-search.ts";
import { usePage } from "../../page.ts";
import { Alert } from "../../parts/alert.tsx";
import { buttonClass } from "../../parts/button.tsx";
import { Card, CardBody, CardFoot } from "../../parts/card.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { TextField } from "../../parts/field.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { useSession } from "../../session.tsx";
import { OwnApplications } from "./own-applications.tsx";
import { TestCallback } from "./test-callback.tsx";
import { authorizationUrl, challengeOf, filledIn, keepRequest, newVerifier, type TestRequest } from "./test-request.ts";

/** Tries the authorization code flow with an application of one's own (/oauth/test). */
export function OauthTest() {
  usePage("OAuth test", "Try the authorization code flow with your own application.");
  const search = useExactSearch();
  const isCallback = ["code", "error"].some((name) => new URLSearchParams(search).has(name));
  return (
    <div className="mx-auto w-full max-w-200 px-4 pt-6 pb-12 sm:px-6 sm:pt-10 sm:pb-16">
      <header className="mb-6">
        <h1 className="text-lg font-semibold tracking-tight sm:text-xl">OAuth test</h1>
        <p className="mt-1 text-muted">
          Try the authorization code flow with an application of your own. Register it in the{" "}
          <TextLink href="/developer">Developer Portal</TextLink>, with this page as a redirect URI.
        </p>
      </header>
      <div className="grid gap-6">
        {isCallback && <TestCallback search={search} />}
        <RequestCard search={search} />
      </div>
    </div>
  );
}

interface RequestField {
  name: "clientId" | "redirectUri" | "scope" | "state";
  label: string;
  aside?: string;
  hint?: string;
}

const fields: readonly RequestField[] = [
  { name: "clientId", label: "Client ID" },
  {
    name: "redirectUri",
    label: "Redirect URI",
    hint: "Exactly as it is registered. With this page's own address, the answer is shown here.",
  },
  { name: "scope", label: "Scope", hint: "Add openid for an ID token, and offline_access for a refresh token." },
  { name: "state", label: "State", aside: "optional", hint: "If it is blank, the page makes one." },
];

function RequestCard({ search }: { search: string }) {
  const { session } = useSession();
  const [entered, setEntered] = useState(() => filledIn(search));
  const [blankState] = useState(() => `test-state-${Date.now()}`);
  const [verifier] = useState(newVerifier);
  const challenge = useChallenge(verifier);
  const request: TestRequest = {
    clientId: entered.clientId.trim(),
    redirectUri: entered.redirectUri.trim(),
    scope: entered.scope.trim(),
    state: entered.state.trim() || blankState,
    verifier: challenge === null ? "" : verifier,
  };
  const isComplete = request.clientId !== "" && request.redirectUri !== "" && challenge !== undefined;
  return (
    <Card>
      <CardBody>
        <h2 className="mb-4 font-semibold">The request</h2>
        <div className="grid gap-4">
          {session.state === "signed-in" && session.user.isDeveloper && (
            <OwnApplications
              clientId={entered.clientId}
              redirectUri={entered.redirectUri}
              onChoose={(clientId) => setEntered({ ...entered, clientId })}
            />
          )}
          {fields.map((field) => (
            <TextField
              key={field.name}
              {...field}
              value={entered[field.name]}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => setEntered({ ...entered, [field.name]: event.target.value })}
            />
          ))}
        </div>
      </CardBody>
      {isComplete ? (
        <>
          <div className="grid gap-3 border-t border-line p-4 sm:px-6">
            <h3 className="font-medium">Authorization URL</h3>
            <CodeBlock what="the authorization URL" code={authorizationUrl(request, challenge)} />
            {challenge === null && (
              <Alert kind="warning">
                <p>
                  This page was loaded over plain http, so the browser computes no PKCE challenge. The URL has none.
                </p>
              </Alert>
            )}
          </div>
          <CardFoot>
            <p className="text-sm text-subtle">
              The page keeps the PKCE verifier in this browser until it gets tokens.
            </p>
            <a
              href={authorizationUrl(request, challenge)}
              target="_blank"
              rel="noopener"
              className={buttonClass("primary")}
              onClick={() => keepRequest(request, entered)}
            >
              <ExternalLink aria-hidden="true" className="size-4" />
              Open in a new window
            </a>
          </CardFoot>
        </>
      ) : (
        <CardFoot>
          <p className="text-sm text-subtle">Enter a client ID and a redirect URI to build the authorization URL.</p>
        </CardFoot>
      )}
    </Card>
  );
}

/** Undefined until it is computed; null where that is not possible. */
function useChallenge(verifier: string): string | null | undefined {
  const [challenge, setChallenge] = useState<string | null>();
  useEffect(() => {
    let isCurrent = true;
    void challengeOf(verifier).then((computed) => isCurrent && setChallenge(computed));
    return () => {
      isCurrent = false;
    };
  }, [verifier]);
  return challenge;
}
