import type { Page } from "playwright-core";
import { goWithin } from "../paths.ts";
import { toast } from "../visitor.ts";
import { given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const info = "/api/oauth/authorize?**";
const consent = "/api/oauth/authorize";
const pending = "/api/oauth/session-request";
const request =
  "client_id=5f3c1e52-6f2b-4b0e-9b43-1d6c6d0e7f11&redirect_uri=https%3A%2F%2Fnotes.example.com%2Fcallback&response_type=code&scope=openid%20profile%20email&state=s";

const notes = {
  application: {
    name: "Sample Notes",
    description: "Notes and lists that follow you from desk to pocket.",
    logoUrl: null,
    registeredAt: "2025-03-02T10:00:00.000Z",
  },
  authorizationId: "0a4c2b3e-5d1f-4c6a-8b7e-9f0d1c2b3a4e",
  scope: "openid profile email",
  redirectUri: "https://notes.example.com/callback",
  state: "s",
  loginRequired: false,
  missingMethods: null,
  anotherAccount: false,
  api: null,
  clientHost: null,
  onlyOnDevice: false,
  grantedScopes: [],
  grantedAt: null,
  denyUrl: "/oauth/deny?request=0a4c2b3e-5d1f-4c6a-8b7e-9f0d1c2b3a4e",
};

/** As a link within the app leads there: the server knows no such application. */
async function open(page: Page, search = request) {
  await enter(page, "/about");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await goWithin(page, search ? `/oauth/authorize?${search}` : "/oauth/authorize");
}

export async function asked(page: Page, changed: object = {}) {
  const shown = { ...notes, ...changed };
  await given(page, info, { body: { ...shown, consentScopes: shown.scope.split(" ") } });
  await open(page);
  await page.getByRole("button", { name: "Authorize" }).waitFor();
}

const newSignIn = { reason: "new-sign-in", ways: ["password"], isOptional: false };
const keyOptions = {
  challenge: "AAAA",
  rpId: "localhost",
  timeout: 300_000,
  allowCredentials: [{ id: "AAAA", type: "public-key" }],
  userVerification: "preferred",
};

/** The dialog asks first for what is missing. */
async function askedAgain(
  page: Page,
  missing: { reason: string; ways: string[]; keyChecksUser?: boolean; isOptional: boolean },
) {
  const missingMethods = { keyChecksUser: false, ...missing };
  const methods = ["password", "totp", "recovery_code", "hardware_key"];
  await given(page, "/api/auth/step-up/begin", { body: { methods, options: keyOptions } });
  await given(page, info, { body: { ...notes, consentScopes: ["openid"], missingMethods } });
  await open(page);
  const dialog = page.getByRole("dialog", { name: "Confirm it is you" });
  await (missingMethods.ways.includes("hardware_key")
    ? dialog.getByRole("button", { name: "Use a hardware key" })
    : dialog.getByRole("button", { name: "Confirm", exact: true })
  ).waitFor();
}

/** The consent screen. */
export const consentScreens: readonly Screen[] = [
  { name: "consent", signedIn: true, reach: (page) => asked(page) },
  {
    name: "consent-asks-for-more",
    signedIn: true,
    reach: (page) =>
      asked(page, {
        application: {
          ...notes.application,
          name: "Demo Calendar",
          registeredAt: new Date(Date.now() - 2 * 24 * 3600 * 1000).toISOString(),
        },
        scope: "openid email offline_access calendar:write",
        grantedScopes: ["openid", "email"],
        grantedAt: "2026-09-12T10:00:00.000Z",
      }),
  },
  {
    name: "consent-another-account",
    signedIn: true,
    reach: (page) => asked(page, { anotherAccount: true }),
  },
  {
    name: "consent-self-described",
    signedIn: true,
    reach: (page) => asked(page, { clientHost: "tools.example", onlyOnDevice: true }),
  },
  { name: "consent-sign-in-again", signedIn: true, reach: (page) => askedAgain(page, newSignIn) },
  {
    name: "consent-sign-in-again-declined",
    signedIn: true,
    async reach(page) {
      await askedAgain(page, newSignIn);
      await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("heading", { name: "Sample Notes asks you to sign in again" }).waitFor();
    },
  },
  {
    name: "consent-second-factor",
    signedIn: true,
    async reach(page) {
      await askedAgain(page, { reason: "stronger-sign-in", ways: ["totp", "recovery_code"], isOptional: true });
      await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: "Go on without" }).waitFor();
    },
  },
  {
    name: "consent-hardware-key",
    signedIn: true,
    reach: (page) =>
      askedAgain(page, { reason: "stronger-sign-in", ways: ["hardware_key"], keyChecksUser: true, isOptional: false }),
  },
  {
    name: "consent-loading",
    signedIn: true,
    async reach(page) {
      await unanswered(page, info);
      await open(page);
      await page.getByRole("status", { name: "Loading the request" }).waitFor();
    },
  },
  {
    name: "consent-invalid",
    signedIn: true,
    troubles: ["answer 400: GET /api/oauth/authorize"],
    async reach(page) {
      const body = {
        message: "The redirect URI is not registered for this application",
        code: "redirect_uri_mismatch",
      };
      await given(page, info, { status: 400, body });
      await open(page);
      await page.getByText("The authorization request is invalid or malformed.").waitFor();
    },
  },
  {
    name: "consent-missing",
    signedIn: true,
    troubles: ["answer 404: GET /api/oauth/session-request", "answer 404: GET /api/oauth/session-request"],
    async reach(page) {
      await given(page, pending, { status: 404, body: { message: "Nothing waits", code: "no_pending_request" } });
      await open(page, "");
      await page.getByText("Missing required OAuth parameters - no session data or URL parameters found").waitFor();
    },
  },
  {
    name: "consent-problem",
    signedIn: true,
    troubles: ["answer 503: GET /api/oauth/authorize"],
    async reach(page) {
      await given(page, info, behind);
      await open(page);
      await page.getByText("Authorization Error").waitFor();
    },
  },
  {
    name: "consent-authorizing",
    signedIn: true,
    async reach(page) {
      await asked(page);
      await unanswered(page, consent);
      await page.getByRole("button", { name: "Authorize" }).click();
      await page.getByRole("button", { name: "Deny", disabled: true }).waitFor();
    },
  },
  {
    name: "consent-failed",
    signedIn: true,
    troubles: ["answer 400: POST /api/oauth/authorize"],
    async reach(page) {
      await asked(page);
      const message = "The application was changed while you were reading. Please start again from it.";
      await given(page, consent, { status: 400, body: { message, code: "request_changed" } });
      await page.getByRole("button", { name: "Authorize" }).click();
      await toast(page, "Authorization failed").waitFor();
    },
  },
];
