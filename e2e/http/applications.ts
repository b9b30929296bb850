import type { Application } from "@attestory/http/routing/application-schema.ts";
import { call, givenSignedInUser, type Person, untilReadable } from "./client.ts";

export type Developer = Person & { id: string; token: string };

/** A signed-in user who enabled developer access. */
export async function givenDeveloper(url: string): Promise<Developer> {
  const person = await givenSignedInUser(url);
  const enabled = await call(url, "POST /api/user/enable-developer", { token: person.token });
  const { status, body } = enabled;
  if (status !== 200) throw new Error(`enable-developer answered ${status}: ${JSON.stringify(body)}`);
  await untilReadable(url, person, enabled);
  return person;
}

export const redirectUri = "https://app.example.com/callback";

/** An application that is registered, with its secret in clear; that of a public application is null. */
export interface RegisteredApplication extends Application {
  developer: Developer;
}

/** Registers an application of this developer, or of a new one. */
export async function registerApplication(
  url: string,
  { developer, ...said }: { developer?: Developer } & Record<string, unknown> = {},
): Promise<RegisteredApplication> {
  const owner = developer ?? (await givenDeveloper(url));
  const registered = await call(url, "POST /api/developer/applications", {
    token: owner.token,
    body: { name: "Ledgerline", redirectUris: [redirectUri], ...said },
  });
  const { status, body } = registered;
  if (status !== 201) throw new Error(`registering an application answered ${status}: ${JSON.stringify(body)}`);
  await untilReadable(url, owner, registered);
  return { ...body.application, developer: owner };
}
