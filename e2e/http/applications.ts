import type { Application } from "@attestory/command-api/api-schema";
import { call, givenSignedInUser, type Person } from "./client.ts";

export type Developer = Person & { id: string; token: string };

/** A signed-in user who enabled developer access. */
export async function givenDeveloper(url: string): Promise<Developer> {
  const person = await givenSignedInUser(url);
  const { status, body } = await call(url, "POST /api/user/enable-developer", { token: person.token });
  if (status !== 200) throw new Error(`enable-developer answered ${status}: ${JSON.stringify(body)}`);
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
  const { status, body } = await call(url, "POST /api/developer/applications", {
    token: owner.token,
    body: { name: "Ledgerline", redirectUris: [redirectUri], ...said },
  });
  if (status !== 201) throw new Error(`registering an application answered ${status}: ${JSON.stringify(body)}`);
  return { ...body.application, developer: owner };
}
