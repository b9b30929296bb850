import type { User } from "@attestory/http/routing/answers.ts";
import { useState } from "react";
import { Redirect } from "wouter";
import { useExactSearch } from "../../exact-search.ts";
import { Waiting } from "../../frame/waiting.tsx";
import { usePage } from "../../page.ts";
import { ReadProblem } from "../../read-problem.tsx";
import { useSession } from "../../session.tsx";
import { ConsentCard } from "./consent-card.tsx";
import { ConsentFrame } from "./consent-frame.tsx";
import { ConsentProblem } from "./consent-problem.tsx";
import { ConsentSkeleton } from "./consent-skeleton.tsx";
import { loginFor } from "./login-for.ts";
import { SignInAgain } from "./sign-in-again.tsx";
import { useAuthorization } from "./use-authorization.ts";

/** Asks the user whether an application may use the account (/oauth/authorize). */
export function Consent() {
  usePage("Authorize an application", "An application asks for access to your Attestory account.");
  const { session } = useSession();
  const search = useExactSearch();
  if (session.state === "signed-in") return <Asking key={session.user.id} user={session.user} search={search} />;
  if (session.state === "loading") return <Waiting path="/oauth/authorize" />;
  if (session.state === "problem") {
    return (
      <div className="m-auto py-10">
        <h1 className="sr-only">Authorize an application</h1>
        <ReadProblem title="Your account could not be loaded" error={session.error} onRetry={session.retry} />
      </div>
    );
  }
  return <Redirect to={loginFor(search)} replace />;
}

function Asking({ user, search }: { user: User; search: string }) {
  const { authorization, error, retry } = useAuthorization(search, true);
  const [skips, setSkips] = useState(false);
  const missing = authorization?.missingMethods ?? null;
  const isToProve = missing !== null && !authorization?.anotherAccount && !(skips && missing.isOptional);
  return (
    <ConsentFrame>
      {authorization && isToProve ? (
        <SignInAgain
          user={user}
          authorization={authorization}
          missing={missing}
          search={search}
          onDone={retry}
          onSkip={() => setSkips(true)}
        />
      ) : authorization ? (
        <ConsentCard user={user} authorization={authorization} search={search} onChanged={retry} />
      ) : error ? (
        <ConsentProblem error={error} onRetry={retry} />
      ) : (
        <ConsentSkeleton />
      )}
    </ConsentFrame>
  );
}
