import type { Application } from "@attestory/http/routing/application-schema.ts";
import { describe, expect, it } from "vitest";
import { securityProfileOf } from "./security-profile.ts";

const application: Application = {
  id: "9f1c7a52-6d0e-4b83-a1f4-20c5e8d7b613",
  clientId: "9f1c7a52-6d0e-4b83-a1f4-20c5e8d7b613",
  clientSecret: null,
  name: "Ledgerline",
  description: null,
  logoUrl: null,
  homepageUrl: null,
  redirectUris: ["https://app.example.com/callback"],
  type: "confidential",
  requirePkce: false,
  idTokenAlgorithm: "RS256",
  allowFrameSignIn: true,
  profileInIdToken: false,
  allowDeviceFlow: false,
  requirePushedRequests: false,
  requireDpop: false,
  api: null,
  allowUnsignedRequests: true,
  postLogoutRedirectUris: [],
  backchannelLogoutUri: null,
  jwks: null,
  tokenEndpointAuthMethod: "client_secret",
  hasRegistrationAccess: false,
  isActive: true,
  createdAt: "2026-03-04T10:11:52.300Z",
};
const jwks = { keys: [{ kty: "EC" }] };
const strict: Application = {
  ...application,
  jwks,
  requirePkce: true,
  requirePushedRequests: true,
  requireDpop: true,
  tokenEndpointAuthMethod: "private_key_jwt",
  idTokenAlgorithm: "ES256",
  allowUnsignedRequests: false,
  allowFrameSignIn: false,
};

const states = (...given: Parameters<typeof securityProfileOf>) =>
  securityProfileOf(...given).rows.map(({ state }) => state);
const rowOf = (name: string, ...given: Parameters<typeof securityProfileOf>) =>
  securityProfileOf(...given).rows.find((row) => row.name === name);

describe("the security profile of an application", () => {
  it("is strict once everything is required, and then has nothing to change", () => {
    const { rows, ...rest } = securityProfileOf(strict, null);
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(["required"]));
    expect(rest).toEqual({ isStrict: true, missing: [], changes: [], settings: {} });
  });

  it("changes every setting that is not strict, and no other", () => {
    const { changes, settings, isStrict } = securityProfileOf({ ...application, jwks }, null);
    expect(changes.map(({ becomes }) => becomes)).toEqual([
      "PKCE is required.",
      "Pushed requests are required.",
      "Its calls are authenticated by a signature (private_key_jwt), and no secret works.",
      "Tokens are bound to a key of the application (DPoP).",
      "ID tokens are signed with ES256.",
      "Unsigned request objects are refused.",
      "Sign-in in a frame is refused.",
    ]);
    expect([{ ...application, jwks, ...settings }, isStrict]).toEqual([strict, false]);
    expect(securityProfileOf({ ...strict, idTokenAlgorithm: "RS256" }, null).settings).toEqual({
      idTokenAlgorithm: "ES256",
    });
  });

  it.each([
    { withPkce: 20, state: "could-be-required", note: "Last sign-ins with PKCE: 20 of 20.", warning: null },
    {
      withPkce: 3,
      state: "used-at-times",
      note: "Last sign-ins with PKCE: 3 of 20.",
      warning: "Last sign-ins with PKCE: 3 of 20. A sign-in without it will be refused.",
    },
    {
      withPkce: 0,
      state: "not-used",
      note: "Last sign-ins with PKCE: none of 20.",
      warning: "Last sign-ins with PKCE: none of 20. A sign-in without it will be refused.",
    },
  ])("says what requiring PKCE would do after $withPkce of 20 sign-ins with it", ({ withPkce, warning, ...row }) => {
    const uses = { count: 20, withPkce, pushed: 0 };
    expect(rowOf("PKCE", application, uses)).toMatchObject(row);
    expect(securityProfileOf(application, uses).changes[0]?.warning).toBe(warning);
  });

  it("says nothing of a use that is not known", () => {
    const none = { count: 0, withPkce: 0, pushed: 0 };
    for (const uses of [null, none]) {
      expect(states(application, uses).slice(0, 2)).toEqual(["not-required", "not-required"]);
      expect(rowOf("Pushed requests", application, uses)?.note).toBeNull();
    }
  });

  it("asks for a public key first, and for https", () => {
    const redirectUris = ["https://app.example.com/callback", "http://localhost:8400/callback"];
    const { missing } = securityProfileOf({ ...application, redirectUris }, null);
    expect(missing).toEqual([
      "Enter a public key of the application.",
      "Remove the redirect URI http://localhost:8400/callback, or replace it by one with https.",
    ]);
    expect(securityProfileOf({ ...strict, redirectUris }, null)).toMatchObject({ isStrict: false, settings: {} });
  });

  it("is not possible for a public application, which needs PKCE in any case", () => {
    const device: Application = { ...application, type: "public", tokenEndpointAuthMethod: "none" };
    expect(states(device, null).slice(0, 3)).toEqual(["required", "not-required", "impossible"]);
    expect(securityProfileOf(device, null).missing).toEqual([
      "A public application cannot prove who it is. Register a confidential one.",
    ]);
  });
});
