import type { z } from "zod";
import type { applicationChanged } from "./application-events.ts";

/** What its developer chose for an application. */
export type ApplicationSettings = z.infer<typeof applicationChanged.schema>;

type WithRedirectUris = Pick<ApplicationSettings, "redirectUris">;

/** The redirect URIs that a change added; those that it removed if asked the other way round. */
export const addedRedirectUris = (before: WithRedirectUris, after: WithRedirectUris): string[] =>
  after.redirectUris.filter((uri) => !before.redirectUris.includes(uri));
