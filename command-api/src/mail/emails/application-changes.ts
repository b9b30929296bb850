import { isDeepStrictEqual } from "node:util";
import type { trustedApplicationChangeAnnounced } from "@attestory/events/application-events.ts";
import { type ApplicationSettings, addedRedirectUris } from "@attestory/events/application-settings.ts";
import type { z } from "zod";

type Announced = Pick<z.infer<typeof trustedApplicationChangeAnnounced.schema>, "addedRedirectUris" | "pkceEnded">;

const signOutAddresses = "The addresses to which its sign-outs lead were changed.";
const toldAddress = "The address that is told of sign-outs was changed.";
const pkceNotRequired = "PKCE is no longer required.";
const frameSignIn = ["Sign-in in a frame is allowed now.", "Sign-in in a frame is no longer allowed."] as const;
const deviceFlow = ["Sign-in on a device is allowed now.", "Sign-in on a device is no longer allowed."] as const;
const pushedRequests = ["Pushed requests are required now.", "Pushed requests are no longer required."] as const;
const unsignedRequests = [
  "Unsigned request objects are allowed now.",
  "Unsigned request objects are no longer allowed.",
] as const;
const proofOfPossession = [
  "Its tokens are given only with proof of possession (DPoP) now.",
  "Its tokens are also given without proof of possession (DPoP) now.",
] as const;
const profileInIdToken = [
  "Its ID tokens carry name and email now.",
  "Its ID tokens no longer carry name and email.",
] as const;
const authentication = [
  "It proves who it is by a signature now; its secret does not work.",
  "It proves who it is by its secret now.",
] as const;

/**
 * What a change did to an application, a sentence each. Redirect URIs are counted and not shown: mail programs make a link of an address, and
 * a thief chose this one.
 */
export function changesInWords(before: ApplicationSettings, after: ApplicationSettings): string[] {
  const words = [
    redirectUrisInWords(addedRedirectUris(before, after).length, "added"),
    redirectUrisInWords(addedRedirectUris(after, before).length, "removed"),
    pkceInWords(before, after),
    switchInWords(before.allowFrameSignIn, after.allowFrameSignIn, frameSignIn),
    switchInWords(before.requirePushedRequests, after.requirePushedRequests, pushedRequests),
    switchInWords(before.allowUnsignedRequests, after.allowUnsignedRequests, unsignedRequests),
    before.idTokenAlgorithm === after.idTokenAlgorithm ? null : "The signature of its ID tokens was changed.",
    switchInWords(before.profileInIdToken, after.profileInIdToken, profileInIdToken),
    switchInWords(before.allowDeviceFlow, after.allowDeviceFlow, deviceFlow),
    switchInWords(before.requireDpop, after.requireDpop, proofOfPossession),
    isDeepStrictEqual(before.postLogoutRedirectUris, after.postLogoutRedirectUris) ? null : signOutAddresses,
    before.backchannelLogoutUri === after.backchannelLogoutUri ? null : toldAddress,
    isDeepStrictEqual(before.jwks, after.jwks) ? null : "Its public keys were changed.",
    switchInWords(before.usesPrivateKeyJwt, after.usesPrivateKeyJwt, authentication),
    isDeepStrictEqual(before.api, after.api) ? null : "Its API was changed.",
    isDescribedAlike(before, after) ? null : "Its name, description, logo or home page was changed.",
  ].filter((sentence) => sentence !== null);
  return words.length > 0 ? words : ["The order of its redirect URIs was changed."];
}

function redirectUrisInWords(count: number, done: "added" | "removed"): string | null {
  if (count === 0) return null;
  return count === 1 ? `A redirect URI was ${done}.` : `${count} redirect URIs were ${done}.`;
}

function pkceInWords(before: ApplicationSettings, after: ApplicationSettings): string | null {
  if (before.requirePkce === after.requirePkce) return null;
  return after.requirePkce ? "PKCE is required now." : pkceNotRequired;
}

function switchInWords(before: boolean, after: boolean, [on, off]: readonly [string, string]): string | null {
  if (before === after) return null;
  return after ? on : off;
}

const isDescribedAlike = (before: ApplicationSettings, after: ApplicationSettings): boolean =>
  (["name", "description", "logoUrl", "homepageUrl"] as const).every((field) => before[field] === after[field]);

/** What a change of a trusted application did that admins are told. */
export const announcedInWords = ({ addedRedirectUris: added, pkceEnded }: Announced): string[] =>
  [redirectUrisInWords(added, "added"), pkceEnded ? pkceNotRequired : null].filter((sentence) => sentence !== null);

/** The name in quotes, or none if a mail program might make a link of it: its developer chose it. */
export const safeName = (name: string): string => (/^[\p{L}\p{N} '_-]{1,60}$/u.test(name) ? ` “${name}”` : "");
