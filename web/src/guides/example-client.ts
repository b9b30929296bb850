import type { Framework } from "./frameworks.ts";
import type { Client } from "./guide.ts";
import { guideFor } from "./guides.ts";

/** In a guide for nobody's application in particular. */
export const placeholder = "YOUR_CLIENT_ID";

/** An application as a guide shows it to a reader whose own it does not know. */
export function exampleClient(framework: Framework, known: Partial<Client> & Pick<Client, "issuer">): Client {
  return {
    clientId: placeholder,
    redirectUri: framework.redirectUri,
    isPublic: framework.kind === "public",
    profileInIdToken: framework.readsIdToken,
    idTokenAlgorithm: "RS256",
    ...known,
  };
}

/** Whether the guide is another one for an application whose ID tokens carry neither name nor email. */
export function dependsOnProfile({ id }: Framework, client: Client): boolean {
  const [withProfile, without] = [true, false].map((profileInIdToken) => guideFor(id, { ...client, profileInIdToken }));
  return JSON.stringify(withProfile) !== JSON.stringify(without);
}
