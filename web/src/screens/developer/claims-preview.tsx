import type { Application } from "@attestory/http/routing/application-schema.ts";
import { useState } from "react";
import { useRead } from "../../api.ts";
import type { Parsed } from "../../load-schemas.ts";
import { Button } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../parts/dialog.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { ReadProblem } from "../../read-problem.tsx";
import { applicationsPath } from "./developer-path.ts";

const known = ["openid", "profile", "email", "roles", "offline_access"] as const;

type ClaimsPreviewProps = { application: Application; onClose: () => void };

/** What the application would learn about the developer's own account, by the scopes that it asks for. */
export function ClaimsPreview({ application: { id, name }, onClose }: ClaimsPreviewProps) {
  const [scopes, setScopes] = useState<readonly string[]>(["openid", "profile", "email"]);
  const query = new URLSearchParams({ scope: scopes.join(" ") });
  const { data, error, mutate } = useRead("claimsPreview", [`${applicationsPath}/${id}/claims?${query}`], {
    keepPreviousData: true,
  });
  const toggle = (scope: string) =>
    setScopes(scopes.includes(scope) ? scopes.filter((other) => other !== scope) : [...scopes, scope]);
  return (
    <Dialog onClose={onClose} title="Your claims" description={`What ${name} would learn about your own account.`}>
      <DialogBody>
        <fieldset className="mb-4 flex flex-wrap gap-x-5 gap-y-1">
          <legend className="mb-1.5 font-medium">Scopes</legend>
          {known.map((scope) => (
            <Checkbox key={scope} label={scope} checked={scopes.includes(scope)} onChange={() => toggle(scope)} />
          ))}
        </fieldset>
        {data ? (
          <Claims preview={data} />
        ) : error ? (
          <ReadProblem
            title="Your claims could not be loaded"
            error={error}
            onRetry={() => void mutate().catch(() => undefined)}
          />
        ) : (
          <SkeletonRows count={3} label="Loading your claims" />
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Done</Button>
      </DialogFoot>
    </Dialog>
  );
}

type Preview = Parsed<"claimsPreview">;

function Claims({ preview: { userinfo, idToken, accessToken, refreshToken } }: { preview: Preview }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Part title="Userinfo" claims={userinfo} without="Needs openid, profile or email." />
      <Part title="ID token" claims={idToken} without="Needs openid." />
      <Part title="Access token" claims={accessToken} without="" />
      <p className="text-sm text-muted">
        {refreshToken ? "A refresh token comes too." : "No refresh token comes without offline_access."}
      </p>
    </div>
  );
}

type PartProps = { title: string; claims: Preview["accessToken"] | null; without: string };

const Part = ({ title, claims, without }: PartProps) => (
  <section className="grid min-w-0 gap-1.5">
    <h3 className="font-medium">{title}</h3>
    {claims ? (
      <CodeBlock what={`the claims of the ${title}`} code={JSON.stringify(claims, null, 2)} />
    ) : (
      <p className="text-sm text-muted">{without}</p>
    )}
  </section>
);
