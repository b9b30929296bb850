import type { Page } from "playwright-core";
import { call } from "../../http/client.ts";
import { given } from "./answers.ts";
import type { Cast } from "./cast.ts";
import { enter } from "./resting.ts";

const me = "/api/auth/me";
export const applicationsPath = "/api/developer/applications";
export const keysPath = "/api/developer/api-keys";
export const someInvitations = { limit: 50, used: 12, lapsed: 0, resumesAt: null };

export const notes = {
  id: "9f1c7a52-6d0e-4b83-a1f4-20c5e8d7b613",
  clientId: "9f1c7a52-6d0e-4b83-a1f4-20c5e8d7b613",
  clientSecret: "atcs_SAMPLE7wqLzT3nVx9RkE2mPd5Yh8Jc4Gf6Hs1Kd0Lm",
  name: "Sample Notes",
  description: "Notes and lists that follow you from desk to pocket.",
  logoUrl: null,
  homepageUrl: "https://notes.example.com/",
  redirectUris: ["https://notes.example.com/callback", "https://notes.example.com/silent"],
  type: "confidential",
  requirePkce: true,
  idTokenAlgorithm: "RS256",
  allowFrameSignIn: true,
  profileInIdToken: true,
  allowDeviceFlow: false,
  requirePushedRequests: false,
  allowUnsignedRequests: false,
  requireDpop: false,
  api: null,
  postLogoutRedirectUris: [],
  backchannelLogoutUri: null,
  jwks: null,
  tokenEndpointAuthMethod: "client_secret",
  hasRegistrationAccess: true,
  isActive: true,
  createdAt: "2026-03-04T10:11:52.300Z",
};
export const pocket = {
  ...notes,
  id: "0c6de0f4-6f27-4c0b-8a8f-5e3d2b1a9c77",
  clientId: "0c6de0f4-6f27-4c0b-8a8f-5e3d2b1a9c77",
  clientSecret: null,
  name: "Example Wiki, the edition for very small pockets and very long names",
  description: null,
  homepageUrl: null,
  redirectUris: [
    "http://127.0.0.1/callback",
    "http://localhost:8400/callback",
    "https://wiki.example.org/a/rather/long/path/that/must/wrap/somewhere/callback",
  ],
  type: "public",
  tokenEndpointAuthMethod: "none",
  isActive: false,
};

export const failedCalls = [
  {
    id: "3b1d5f3e-94a3-4b58-9b0e-000000000001",
    time: "2026-11-21T13:30:07.221Z",
    endpoint: "authorize",
    outcome: "failed",
    error: "redirect_uri",
    description: "The redirect URI is not registered.",
    differences: [
      {
        parameter: "redirect_uri",
        received: "https://notes.example.com/callback/",
        expected: "https://notes.example.com/callback",
      },
    ],
  },
  {
    id: "3b1d5f3e-94a3-4b58-9b0e-000000000002",
    time: "2026-11-21T12:29:51.018Z",
    endpoint: "token",
    outcome: "failed",
    error: "invalid_grant",
    description: "The code was 83 s old. Codes live 60 s.",
    differences: [],
  },
];

const justNow = "2026-11-21T13:26:00.000Z";
export const apiKeys = [
  {
    id: "5d2e9c41-0f0f-4d0a-9b1e-111111111111",
    name: "Nightly report",
    keyPrefix: "atk_5d2e9c41",
    scopes: ["users:read"],
    isActive: true,
    createdAt: "2026-03-04T10:11:52.300Z",
    expiresAt: null,
    lastUsed: justNow,
  },
  {
    id: "b80f1a67-0f0f-4d0a-9b1e-222222222222",
    name: "Staging provisioning",
    keyPrefix: "atk_b80f1a67",
    scopes: ["users:read", "users:write", "health:read"],
    isActive: true,
    createdAt: "2026-03-04T10:11:52.300Z",
    expiresAt: "2030-01-31T00:00:00.000Z",
    lastUsed: null,
  },
  {
    id: "17c3d2e0-0f0f-4d0a-9b1e-333333333333",
    name: "Old monitor",
    keyPrefix: "atk_17c3d2e0",
    scopes: ["health:read"],
    isActive: false,
    createdAt: "2026-03-04T10:11:52.300Z",
    expiresAt: "2026-06-01T00:00:00.000Z",
    lastUsed: null,
  },
];

/** The signed-in account, shown with these roles. */
export async function withRoles(page: Page, { url, juniper }: Cast, roles: object) {
  const { body } = await call(url, `GET ${me}`, { token: juniper.token });
  await given(page, me, { body: { user: Object.assign(body.user, roles) } });
}

interface Portal {
  applications?: object[];
  keys?: object[];
  requests?: object[];
  isPro?: boolean;
  couldUsePkce?: boolean;
  signIns?: { count: number; withPkce: number; pushed: number };
  invitations?: object;
  display?: "always" | "once";
}

/** The portal of a developer with these applications and keys. */
export async function openPortal(page: Page, cast: Cast, portal: Portal = {}) {
  const {
    applications = [notes, pocket],
    keys = apiKeys,
    requests = failedCalls,
    isPro = true,
    display = "always",
    couldUsePkce = false,
    signIns = { count: 20, withPkce: 20, pushed: 3 },
    invitations = someInvitations,
  } = portal;
  await withRoles(page, cast, { isDeveloper: true, isPro });
  await given(page, applicationsPath, { body: { applications, clientSecretDisplay: display } });
  await given(page, `${applicationsPath}/*/requests*`, { body: { requests, nextCursor: null, couldUsePkce, signIns } });
  await given(page, keysPath, { body: { apiKeys: keys, invitations, contactEmail: "pro@example.com" } });
  await enter(page, "/dashboard/developer");
  await page.getByRole("heading", { name: "Developer Portal" }).waitFor();
  await page
    .getByRole("status", { name: /^Loading/ })
    .first()
    .waitFor({ state: "detached" });
}
