import { isDeepStrictEqual } from "node:util";
import {
  type ApplicationSettings,
  addedPostLogoutRedirectUris,
  addedRedirectUris,
} from "@attestory/events/application-settings.ts";

/** Longer than any host name, so that an address never looks like one of another host. */
const longestShown = 300;

const shown = (address: string): string =>
  address.length > longestShown ? `${address.slice(0, longestShown)}…` : address;

/** What a change did to an application, for those whose activity it is in. */
export function changesInWords(before: ApplicationSettings, after: ApplicationSettings): string[] {
  const words = [
    ...addedRedirectUris(before, after).map((uri) => `Redirect URI ${shown(uri)} added`),
    ...addedRedirectUris(after, before).map((uri) => `Redirect URI ${shown(uri)} removed`),
    ...addedPostLogoutRedirectUris(before, after).map((uri) => `Sign-outs may lead to ${shown(uri)} now`),
    ...addedPostLogoutRedirectUris(after, before).map((uri) => `Sign-outs no longer lead to ${shown(uri)}`),
    changed(
      before.requirePkce,
      after.requirePkce,
      (required) => `PKCE is ${required ? "required now" : "no longer required"}`,
    ),
    changed(
      before.allowFrameSignIn,
      after.allowFrameSignIn,
      (allowed) => `Sign-in in a frame is ${allowed ? "allowed now" : "no longer allowed"}`,
    ),
    changed(
      before.requirePushedRequests,
      after.requirePushedRequests,
      (required) => `Pushed requests are ${required ? "required now" : "no longer required"}`,
    ),
    changed(
      before.allowUnsignedRequests,
      after.allowUnsignedRequests,
      (allowed) => `Unsigned request objects are ${allowed ? "allowed now" : "no longer allowed"}`,
    ),
    changed(
      before.profileInIdToken,
      after.profileInIdToken,
      (carried) => `ID tokens ${carried ? "carry name and email now" : "no longer carry name and email"}`,
    ),
    changed(
      before.allowDeviceFlow,
      after.allowDeviceFlow,
      (allowed) => `Sign-in on a device is ${allowed ? "allowed now" : "no longer allowed"}`,
    ),
    changed(
      before.requireDpop,
      after.requireDpop,
      (required) => `Proof of possession (DPoP) is ${required ? "required now" : "no longer required"}`,
    ),
    changed(
      before.idTokenAlgorithm,
      after.idTokenAlgorithm,
      (algorithm) => `ID tokens are signed with ${algorithm} now`,
    ),
    changed(before.backchannelLogoutUri, after.backchannelLogoutUri, (address) =>
      address === null ? "No address is told of sign-outs now" : `${shown(address)} is told of sign-outs now`,
    ),
    isDeepStrictEqual(before.jwks, after.jwks) ? null : "Public keys changed",
    changed(
      before.usesPrivateKeyJwt,
      after.usesPrivateKeyJwt,
      (signs) => `Proves who it is by ${signs ? "a signature" : "its secret"} now`,
    ),
    apiInWords(before, after),
    changed(before.name, after.name, () => `Name changed from ${before.name}`),
    changed(before.homepageUrl, after.homepageUrl, (address) => addressInWords("Home page", address)),
    changed(before.logoUrl, after.logoUrl, (address) => addressInWords("Logo URL", address)),
    changed(before.description, after.description, () => "Description changed"),
  ].filter((sentence) => sentence !== null);
  return words.length > 0 ? words : ["Order of its addresses changed"];
}

function apiInWords({ api: before }: ApplicationSettings, { api: after }: ApplicationSettings): string | null {
  if (isDeepStrictEqual(before, after)) return null;
  if (after === null) return "API removed";
  return before?.resource === after.resource
    ? `Scopes of the API ${shown(after.resource)} changed`
    : `API is ${shown(after.resource)} now`;
}

const changed = <Value>(before: Value, after: Value, sentence: (after: Value) => string): string | null =>
  before === after ? null : sentence(after);

/** A word follows the address, so that the full stop is not read as a part of it. */
const addressInWords = (what: string, address: string | null): string =>
  address === null ? `${what} removed` : `${what} is ${shown(address)} now`;
