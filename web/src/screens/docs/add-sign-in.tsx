import { useSearchParams } from "wouter";
import { BuiltWith } from "../../guides/built-with.tsx";
import { firstFramework, frameworkOf, isFramework } from "../../guides/frameworks.ts";
import { GuideSteps } from "../../guides/guide-steps.tsx";
import { guideFor } from "../../guides/guides.ts";
import { TextField } from "../../parts/field.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { C, P, Part } from "./prose.tsx";

const placeholder = "YOUR_CLIENT_ID";

/** From an application without accounts to one that knows who signed in. The address has the framework and the client ID. */
export function AddSignIn() {
  const [search, setSearch] = useSearchParams();
  const set = (name: string, value: string) =>
    setSearch(
      (current) => {
        current.set(name, value);
        return current;
      },
      { replace: true },
    );
  const asked = search.get("with") ?? "";
  const framework = isFramework(asked) ? frameworkOf(asked) : firstFramework;
  const clientId = search.get("client_id") ?? "";
  const { redirectUri, kind, readsIdToken } = framework;
  const client = {
    issuer: location.origin,
    clientId: clientId.trim() || placeholder,
    redirectUri,
    isPublic: kind === "public",
    profileInIdToken: readsIdToken,
    idTokenAlgorithm: "RS256" as const,
  };
  return (
    <Part title="Add sign-in to your app">
      <P>
        First register the application in the <TextLink href="/developer">Developer Portal</TextLink>, with the redirect
        URI <C>{redirectUri}</C>. The portal shows this guide too, with the values of the application filled in.
      </P>
      <div className="grid gap-4 sm:grid-cols-2">
        <BuiltWith chosen={framework.id} onChange={(id) => set("with", id)} />
        <TextField
          label="Client ID"
          name="clientId"
          aside="optional"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={clientId}
          onChange={(event) => set("client_id", event.target.value)}
        />
      </div>
      <GuideSteps guide={guideFor(framework.id, client)} name={framework.name} />
      <P>
        Any other library for OpenID Connect needs three values: the issuer <C>{location.origin}</C>, the client ID, and
        the client secret where there is one. If it shows no name, have the application's ID tokens carry name and
        email, or ask the userinfo endpoint.
      </P>
    </Part>
  );
}
