import { isDeepStrictEqual } from "node:util";
import { type ApplicationEvent, applicationChanged } from "@attestory/events/application-events.ts";
import { addedRedirectUris } from "@attestory/events/application-settings.ts";
import type { ApplicationChange, CommandOf, DataOf, Decision } from "./application-command.ts";
import type { Application } from "./application-state.ts";
import { faultOfAuthentication, fitsKind } from "./client-authentication.ts";
import { isWeaker, protectionsIn } from "./protections.ts";

/** A setting that is left out stays as it is. What changes by the application itself is never weaker than a person required. */
export function decideChange(
  state: Application,
  { type: _, ownerId: __, admins, isByItself, authMethod, ...asked }: CommandOf<"change">,
): Decision {
  // Ended meanwhile.
  if (isByItself && !state.hasRegistrationAccess) return { refused: "no-such-application" };
  if (!fitsKind(state.kind, authMethod)) return { refused: "wrong-auth-method" };
  const usesPrivateKeyJwt = authMethod === undefined ? state.usesPrivateKeyJwt : authMethod === "private_key_jwt";
  const data = applicationChanged.schema.parse({ ...state, ...withoutUndefined(asked), usesPrivateKeyJwt });
  const fault = faultOf(state, data) ?? (isByItself ? faultByItself(state, data) : null);
  if (fault) return { refused: fault };
  if (hasSettings(state, data) && (isByItself || !confirms(state, data))) return [];
  return [{ type: "ApplicationChanged", data }, ...announcements(state, { data, admins })];
}

function faultOf({ kind }: Application, data: DataOf<"ApplicationChanged">) {
  if (kind === "public" && !data.requirePkce) return "public-needs-pkce";
  return faultOfAuthentication({ ...data, kind });
}

const faultByItself = ({ requiredByPerson }: Application, data: DataOf<"ApplicationChanged">) =>
  requiredByPerson && isWeaker(data, requiredByPerson) ? "weaker-than-required" : null;

/** A person who saves what an application has chosen by itself requires it from then on. */
const confirms = (state: Application, data: DataOf<"ApplicationChanged">): boolean =>
  state.hasRegistrationAccess && !isDeepStrictEqual(state.requiredByPerson, protectionsIn(data));

const withoutUndefined = (change: ApplicationChange): object =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

/** None if no code can go anywhere that it could not go before, or if the application asks its users for their consent. */
function announcements(
  state: Application,
  { data, admins }: { data: DataOf<"ApplicationChanged">; admins: readonly string[] },
): ApplicationEvent[] {
  const added = addedRedirectUris(state, data).length;
  const pkceEnded = state.requirePkce && !data.requirePkce;
  if (!state.trusted || (added === 0 && !pkceEnded)) return [];
  const what = { applicationId: state.applicationId, name: state.name, addedRedirectUris: added, pkceEnded };
  return admins.map((userId) => ({ type: "TrustedApplicationChangeAnnounced", data: { ...what, userId } }));
}

export const hasSettings = (state: Application, data: DataOf<"ApplicationChanged">): boolean =>
  (Object.keys(data) as (keyof typeof data)[]).every((field) => isDeepStrictEqual(data[field], state[field]));
