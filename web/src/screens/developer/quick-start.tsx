import type { Application } from "@attestory/http/routing/application-schema.ts";
import { useSearchParams } from "wouter";
import { BuiltWith } from "../../guides/built-with.tsx";
import { type Framework, frameworkOf, isFramework } from "../../guides/frameworks.ts";
import { pathOf } from "../../guides/guide.ts";
import { GuideSteps } from "../../guides/guide-steps.tsx";
import { guideFor } from "../../guides/guides.ts";
import { Alert } from "../../parts/alert.tsx";
import { Card, CardBody } from "../../parts/card.tsx";
import { CardHead } from "./card-head.tsx";

/** The path at which software comes back that cannot be told another one; null if the application has it, or can choose. */
function missingUri({ choosesPath, redirectUri }: Framework, { redirectUris }: Application): string | null {
  const path = pathOf(redirectUri);
  return choosesPath || redirectUris.some((uri) => pathOf(uri) === path) ? null : path;
}

const curl = { id: "curl", name: "curl" };

/** How the application signs people in, with its own values. */
export function QuickStart({ application }: { application: Application }) {
  const [search, setSearch] = useSearchParams();
  const choose = (id: string) =>
    setSearch(
      (current) => {
        current.set("code", id);
        return current;
      },
      { replace: true },
    );
  const asked = search.get("code") ?? "";
  const framework = isFramework(asked) ? frameworkOf(asked) : null;
  const built = framework?.kind === application.type ? framework : null;
  const { id: chosen, name } = built ?? curl;
  const missing = built && missingUri(built, application);
  const client = {
    issuer: location.origin,
    clientId: application.clientId,
    redirectUri: application.redirectUris[0] ?? "",
    isPublic: application.type === "public",
    profileInIdToken: application.profileInIdToken,
    idTokenAlgorithm: application.idTokenAlgorithm,
  };
  return (
    <Card>
      <CardHead
        title={<h2 className="font-semibold">Quick Start</h2>}
        about={`Let people sign in to ${application.name}.`}
        action={
          <BuiltWith
            chosen={chosen}
            onChange={choose}
            kind={application.type}
            others={{ name: "Step by step", choices: [curl] }}
          />
        }
      />
      <CardBody>
        {missing && (
          <div className="mb-4">
            <Alert kind="warning" title={`${name} uses another redirect URI`}>
              <p className="wrap-anywhere">
                It comes back to an address that ends in <code className="font-mono">{missing}</code>. Register that
                address for this application first.
              </p>
            </Alert>
          </div>
        )}
        <GuideSteps guide={guideFor(chosen, client)} name={name} />
      </CardBody>
    </Card>
  );
}
