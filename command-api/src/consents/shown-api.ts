import { hash } from "node:crypto";
import type { AllowedApi } from "@attestory/events/api-events.ts";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";
import { type Consent, isAllowedScope } from "./consent.ts";

/** What an application asks for at an API, for the user to read. `isAllowed`: the user has allowed it before, in these words. */
export const shownApi = (asked: AllowedApi, given: Pick<Consent, "apis">) => ({
  name: asked.applicationName,
  resource: asked.resource,
  scopes: asked.scopes.map((scope) => ({ ...scope, isAllowed: isAllowedScope(given, asked, scope) })),
  digest: digestOf(asked),
});

/** One text for all that a user reads of an API, and for whose it is. */
const digestOf = ({ applicationId, applicationName, resource, scopes }: AllowedApi): string => {
  const read = scopes.map(({ name, description }) => [name, description]);
  return hash("sha256", JSON.stringify([applicationId, applicationName, resource, read]), "base64url");
};

/** Whether the API is another one now than the user read. `digest`: of what was shown; undefined if the answer does not say. */
export const hasChanged = (asked: AllowedApi | null, digest: string | undefined): boolean =>
  digest !== undefined && (asked === null || !isEqualInConstantTime(digestOf(asked), digest));
