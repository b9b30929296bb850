import type { z } from "zod";
import type { applicationChanged } from "./application-events.ts";

/** What its developer chose for an application. */
export type ApplicationSettings = z.infer<typeof applicationChanged.schema>;

type ListOfUris = "redirectUris" | "postLogoutRedirectUris";

/** The addresses of a list that a change added; those that it removed if asked the other way round. */
const addedTo =
  <List extends ListOfUris>(list: List) =>
  (before: Pick<ApplicationSettings, List>, after: Pick<ApplicationSettings, List>): string[] =>
    after[list].filter((uri) => !before[list].includes(uri));

export const addedRedirectUris = addedTo("redirectUris");
export const addedPostLogoutRedirectUris = addedTo("postLogoutRedirectUris");
