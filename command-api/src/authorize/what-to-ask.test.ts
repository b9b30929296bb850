import { expect, it } from "vitest";
import type { Consent } from "../consents/consent.ts";
import { isLoginNeeded, nextStep, type Situation } from "./what-to-ask.ts";

const now = new Date("2026-03-02T10:00:00.000Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const none: Consent = {
  userId: null,
  isGranted: false,
  applicationName: "",
  scopes: [],
  apis: [],
  grantedAt: null,
  epoch: 0,
};
const given: Consent = {
  userId: "u",
  isGranted: true,
  applicationName: "Ledgerline",
  scopes: ["openid", "profile"],
  apis: [],
  grantedAt: now,
  epoch: 0,
};
interface Said extends Partial<Omit<Situation, "request">> {
  prompt?: string;
  scopes?: string[];
  maxAge?: number;
}
const step = ({ prompt = "", scopes = ["openid"], maxAge, ...said }: Said) =>
  nextStep({
    request: { prompts: new Set(prompt.split(" ").filter(Boolean)), maxAge: maxAge ?? null },
    asked: { scopes, api: null },
    acr: "met",
    trusted: false,
    session: { authenticatedAt: ago(100) },
    isAnother: false,
    consent: given,
    consentsCountFrom: null,
    isOnDevice: false,
    askedAt: now,
    now,
    ...said,
  });
const error = (code: string) => expect.objectContaining({ error: code });

it("AZ-12 answers prompt=none without a question: a code, or why there is none", () => {
  expect(step({ prompt: "none" })).toBe("finish");
  expect(step({ prompt: "none", session: null })).toEqual(error("login_required"));
  expect(step({ prompt: "none", consent: none })).toEqual(error("consent_required"));
  expect(step({ prompt: "none", scopes: ["openid", "email"] })).toEqual(error("consent_required"));
  expect(step({ prompt: "none", maxAge: 99 })).toEqual(error("login_required"));
  expect(step({ prompt: "none", consent: none, trusted: true })).toBe("finish");
  expect(step({ prompt: "none", isAnother: true })).toEqual(error("login_required"));
});

it("leads to the factor that the application asks for, or says that there is none", () => {
  for (const acr of ["required", "wanted"] as const) expect(step({ acr })).toBe("ask");
  expect(step({ prompt: "none", acr: "required" })).toEqual(error("login_required"));
  expect(step({ prompt: "none", acr: "wanted" })).toBe("finish");
  for (const prompt of ["", "none"]) {
    expect(step({ prompt, acr: "unmet" })).toEqual(error("unmet_authentication_requirements"));
  }
});

it("finishes without a question only where everything that is asked was allowed before", () => {
  expect(step({})).toBe("finish");
  expect(step({ session: null })).toBe("sign-in");
  expect(step({ consent: none })).toBe("ask");
  expect(step({ scopes: ["openid", "email"] })).toBe("ask");
  expect(step({ consent: none, trusted: true })).toBe("finish");
  expect(step({ isAnother: true })).toBe("ask");
  expect(step({ consentsCountFrom: now })).toBe("ask");
  expect(step({ consentsCountFrom: ago(1) })).toBe("finish");
  for (const prompt of ["consent", "select_account", "login"]) expect(step({ prompt, trusted: true })).toBe("ask");
});

it("FO-04 asks whoever was signed in before a request for a new account, and nobody who registered for it", () => {
  expect(step({ prompt: "create", session: null })).toBe("sign-in");
  expect(step({ prompt: "create", trusted: true })).toBe("ask");
  expect(step({ prompt: "create", session: { authenticatedAt: now } })).toBe("finish");
});

it("AZ-13 asks for a login that is as recent as the request says, or that came after it", () => {
  expect(step({ maxAge: 0 })).toBe("ask");
  expect(step({ maxAge: 99 })).toBe("ask");
  expect(step({ maxAge: 100 })).toBe("finish");
  expect(step({ maxAge: 0, askedAt: ago(100) })).toBe("finish");
  expect(step({ prompt: "login", askedAt: ago(100) })).toBe("finish");
  expect(step({ prompt: "login", askedAt: ago(99) })).toBe("ask");
  const rule = { loginRequired: true, maxAge: null, askedAt: ago(50) };
  expect(isLoginNeeded(rule, ago(51), now)).toBe(true);
  expect(isLoginNeeded(rule, ago(49), now)).toBe(false);
});

it("asks each time for an application on the user's device, which another program there could pose as", () => {
  expect(step({ isOnDevice: true })).toBe("ask");
  expect(step({ isOnDevice: true, prompt: "none" })).toEqual(error("consent_required"));
  expect(step({ isOnDevice: true, trusted: true })).toBe("finish");
});
