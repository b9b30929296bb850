import type { ApplicationSettings } from "@attestory/events/application-settings.ts";
import { sampleApplication } from "@attestory/events/testing/sample-application.ts";
import { describe, expect, it } from "vitest";
import { changesInWords } from "./application-changes.ts";

const callback = "https://ledgerline.example/callback";
const elsewhere = "https://thief.example/callback";
const registered = sampleApplication({ redirectUris: [callback] });

describe("a change of an application in words", () => {
  const long = `https://ledgerline.example/${"a".repeat(400)}`;
  it.each<[Partial<ApplicationSettings>, string[]]>([
    [{ redirectUris: [callback, elsewhere] }, [`Redirect URI ${elsewhere} added`]],
    [{ redirectUris: [elsewhere] }, [`Redirect URI ${elsewhere} added`, `Redirect URI ${callback} removed`]],
    [{ redirectUris: [callback, long] }, [`Redirect URI ${long.slice(0, 300)}… added`]],
    [{ requirePkce: false }, ["PKCE is no longer required"]],
    [{ allowFrameSignIn: true }, ["Sign-in in a frame is allowed now"]],
    [{ profileInIdToken: true }, ["ID tokens carry name and email now"]],
    [{ requirePushedRequests: true }, ["Pushed requests are required now"]],
    [{ allowUnsignedRequests: true }, ["Unsigned request objects are allowed now"]],
    [
      { postLogoutRedirectUris: ["https://ledgerline.example/bye"] },
      ["Sign-outs may lead to https://ledgerline.example/bye now"],
    ],
    [
      { backchannelLogoutUri: "https://ledgerline.example/out" },
      ["https://ledgerline.example/out is told of sign-outs now"],
    ],
    [{ jwks: { keys: [{ kty: "EC" }] } }, ["Public keys changed"]],
    [{ usesPrivateKeyJwt: true }, ["Proves who it is by a signature now"]],
    [{ idTokenAlgorithm: "ES256" }, ["ID tokens are signed with ES256 now"]],
    [{ name: "Ledger" }, ["Name changed from Ledgerline"]],
    [{ homepageUrl: elsewhere }, [`Home page is ${elsewhere} now`]],
    [{ logoUrl: elsewhere, description: "Books" }, [`Logo URL is ${elsewhere} now`, "Description changed"]],
  ])("D11 says of %j what changed", (change, words) => {
    expect(changesInWords(registered, { ...registered, ...change })).toEqual(words);
  });

  it("D11 says what was given up", () => {
    const before = { ...registered, requirePkce: false, logoUrl: elsewhere, homepageUrl: elsewhere };
    expect(changesInWords(before, registered)).toEqual([
      "PKCE is required now",
      "Home page removed",
      "Logo URL removed",
    ]);
    const ordered = { ...registered, redirectUris: [callback, elsewhere] };
    const reversed = { ...registered, redirectUris: [elsewhere, callback] };
    expect(changesInWords(ordered, reversed)).toEqual(["Order of its addresses changed"]);
  });
});
