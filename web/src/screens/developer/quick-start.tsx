import type { Application } from "@attestory/command-api/api-schema";
import { useSearchParams } from "wouter";
import { Card, CardBody } from "../../parts/card.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Segmented } from "../../parts/segmented.tsx";
import { CardHead } from "./card-head.tsx";
import { languages, quickStartCode } from "./quick-start-code.ts";

/** A program that signs people in, with the values of the application. */
export function QuickStart({ application }: { application: Application }) {
  const [search, setSearch] = useSearchParams();
  const { id: language, name } = languages.find(({ id }) => id === search.get("code")) ?? languages[0];
  const choose = (id: string) =>
    setSearch(
      (current) => {
        current.set("code", id);
        return current;
      },
      { replace: true },
    );
  const code = quickStartCode(language, {
    issuer: location.origin,
    clientId: application.clientId,
    redirectUri: application.redirectUris[0] ?? "",
    isPublic: application.type === "public",
  });
  return (
    <Card>
      <CardHead
        title={<h2 className="font-semibold">Quick Start</h2>}
        about={`Let people sign in to ${application.name}.`}
        action={<Segmented label="Language" choices={languages} chosen={language} onChange={choose} />}
      />
      <CardBody>
        <CodeBlock what={`the quick start in ${name}`} code={code} />
      </CardBody>
    </Card>
  );
}
