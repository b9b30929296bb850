import type { Application } from "@attestory/command-api/api-schema";
import { useSearchParams } from "wouter";
import { BuiltWith } from "../../guides/built-with.tsx";
import { frameworkOf, isFramework } from "../../guides/frameworks.ts";
import { GuideSteps } from "../../guides/guide-steps.tsx";
import { guideFor } from "../../guides/guides.ts";
import { Card, CardBody } from "../../parts/card.tsx";
import { CardHead } from "./card-head.tsx";

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
  const chosen = isFramework(asked) ? asked : curl.id;
  const client = {
    issuer: location.origin,
    clientId: application.clientId,
    redirectUri: application.redirectUris[0] ?? "",
    isPublic: application.type === "public",
    profileInIdToken: application.profileInIdToken,
  };
  return (
    <Card>
      <CardHead
        title={<h2 className="font-semibold">Quick Start</h2>}
        about={`Let people sign in to ${application.name}.`}
        action={<BuiltWith chosen={chosen} onChange={choose} others={{ name: "Step by step", choices: [curl] }} />}
      />
      <CardBody>
        <GuideSteps
          guide={guideFor(chosen, client)}
          name={isFramework(chosen) ? frameworkOf(chosen).name : curl.name}
        />
      </CardBody>
    </Card>
  );
}
