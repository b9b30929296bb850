import { useSearchParams } from "wouter";
import { BuiltWith } from "../../guides/built-with.tsx";
import { dependsOnProfile, exampleClient, placeholder } from "../../guides/example-client.ts";
import { firstFramework, frameworkOf, isFramework } from "../../guides/frameworks.ts";
import { GuideSteps } from "../../guides/guide-steps.tsx";
import { guideFor } from "../../guides/guides.ts";
import { Checkbox } from "../../parts/checkbox.tsx";
import { TextField } from "../../parts/field.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { C, P, Part } from "./prose.tsx";
import { guideAnchor } from "./search/entry.ts";

/** From an application without accounts to one that knows who signed in. The address has the framework, the client ID and the setting. */
export function AddSignIn() {
  const [search, setSearch] = useSearchParams();
  const set = (name: string, value: string) =>
    setSearch(
      (current) => {
        if (value) current.set(name, value);
        else current.delete(name);
        return current;
      },
      { replace: true },
    );
  const asked = search.get("with") ?? "";
  const framework = isFramework(asked) ? frameworkOf(asked) : firstFramework;
  const clientId = search.get("client_id") ?? "";
  const { redirectUri } = framework;
  const usual = exampleClient(framework, { issuer: location.origin, clientId: clientId.trim() || placeholder });
  const asksUserinfo = search.get("profile") === "userinfo";
  const client = asksUserinfo ? { ...usual, profileInIdToken: false } : usual;
  return (
    <Part title="Add sign-in to your app">
      <P>
        First register the application in the <TextLink href="/developer">Developer Portal</TextLink>, with the redirect
        URI <C>{redirectUri}</C>. The portal shows this guide too, with the values of the application filled in.
      </P>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form */}
      <div
        id={guideAnchor}
        role="group"
        aria-label={`Guide: ${framework.name}`}
        className="grid min-w-0 scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-4"
      >
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
        {usual.profileInIdToken && dependsOnProfile(framework, usual) && (
          <Checkbox
            label="“Name and email in ID tokens” is on for the application"
            name="profileInIdToken"
            checked={!asksUserinfo}
            onChange={(event) => set("profile", event.target.checked ? "" : "userinfo")}
          />
        )}
        <GuideSteps guide={guideFor(framework.id, client)} name={framework.name} />
      </div>
      <P>
        Any other library for OpenID Connect needs three values: the issuer <C>{location.origin}</C>, the client ID, and
        the client secret where there is one. If it shows no name, have the application's ID tokens carry name and
        email, or ask the userinfo endpoint.
      </P>
    </Part>
  );
}
