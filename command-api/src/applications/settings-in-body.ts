import type { AuthMethod } from "@attestory/http/routing/application-answer.ts";
import type { z } from "zod";
import type { Application } from "./application-state.ts";
import { type PublicKeys, storedKeys } from "./public-keys-schema.ts";
import { defaultSettings } from "./register-application.ts";
import type { applicationChange, applicationRegistration } from "./schema.ts";

/** An optional text that is empty counts as absent. */
const orNull = (text: string | null | undefined): string | null => text?.trim() || null;

const keysOrNull = (jwks: PublicKeys | null | undefined) => (jwks ? storedKeys(jwks) : null);
const kindFor = (method: AuthMethod | undefined) => (method === "none" ? "public" : "confidential");

type Switch = "allowFrameSignIn" | "profileInIdToken" | "requirePushedRequests" | "allowUnsignedRequests";

/** Of a new application: one that is left out is as the default settings say. */
const switchesIn = (body: { readonly [Name in Switch]?: boolean | undefined }): Record<Switch, boolean> => ({
  allowFrameSignIn: body.allowFrameSignIn ?? defaultSettings.allowFrameSignIn,
  profileInIdToken: body.profileInIdToken ?? defaultSettings.profileInIdToken,
  requirePushedRequests: body.requirePushedRequests ?? defaultSettings.requirePushedRequests,
  allowUnsignedRequests: body.allowUnsignedRequests ?? defaultSettings.allowUnsignedRequests,
});

/** The settings of a new application, as its developer asks for them. */
export function registrationIn(body: z.output<typeof applicationRegistration>, api: Application["api"] | undefined) {
  const { name, redirectUris, type: kind = kindFor(body.tokenEndpointAuthMethod) } = body;
  return {
    name,
    description: body.description ?? "",
    logoUrl: orNull(body.logoUrl),
    homepageUrl: orNull(body.homepageUrl),
    redirectUris,
    kind,
    requirePkce: body.requirePkce ?? kind === "public",
    idTokenAlgorithm: body.idTokenAlgorithm ?? defaultSettings.idTokenAlgorithm,
    ...switchesIn(body),
    postLogoutRedirectUris: body.postLogoutRedirectUris ?? [],
    backchannelLogoutUri: orNull(body.backchannelLogoutUri),
    allowDeviceFlow: body.allowDeviceFlow ?? false,
    jwks: keysOrNull(body.jwks),
    authMethod: body.tokenEndpointAuthMethod,
    requireDpop: body.requireDpop ?? defaultSettings.requireDpop,
    api: api ?? null,
  };
}

/** The settings that a change names. `undefined` leaves one as it is. */
export const changeIn = (body: z.output<typeof applicationChange>, api: Application["api"] | undefined) => ({
  name: body.name,
  description: body.description ?? "",
  logoUrl: orNull(body.logoUrl),
  homepageUrl: body.homepageUrl === undefined ? undefined : orNull(body.homepageUrl),
  redirectUris: body.redirectUris,
  requirePkce: body.requirePkce,
  idTokenAlgorithm: body.idTokenAlgorithm,
  allowFrameSignIn: body.allowFrameSignIn,
  profileInIdToken: body.profileInIdToken,
  postLogoutRedirectUris: body.postLogoutRedirectUris,
  backchannelLogoutUri: body.backchannelLogoutUri === undefined ? undefined : orNull(body.backchannelLogoutUri),
  allowDeviceFlow: body.allowDeviceFlow,
  jwks: body.jwks && storedKeys(body.jwks),
  authMethod: body.tokenEndpointAuthMethod,
  requirePushedRequests: body.requirePushedRequests,
  allowUnsignedRequests: body.allowUnsignedRequests,
  requireDpop: body.requireDpop,
  api,
});
