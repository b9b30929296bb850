import type { AllowedApi } from "@attestory/events/api-events.ts";
import { type Consent, isAllowedScope } from "./consent.ts";

/** What an application asks for at an API, for the user to read. `isAllowed`: the user has allowed it before, in these words. */
export const shownApi = (asked: AllowedApi, given: Pick<Consent, "apis">) => ({
  name: asked.applicationName,
  resource: asked.resource,
  scopes: asked.scopes.map((scope) => ({ ...scope, isAllowed: isAllowedScope(given, asked, scope) })),
});
