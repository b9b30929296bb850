import { expect, it } from "vitest";
import { keepsOpener } from "./keeps-opener.ts";

const request = encodeURIComponent("/oauth/authorize?client_id=1&prompt=login");

it("FO-01 holds for the pages of an authorization and of a sign-out", () => {
  for (const url of [
    "/oauth/authorize",
    "/oauth/authorize?client_id=1",
    "/oauth/deny?request=1",
    "/oauth/answer?request=1",
    "/api/oauth/end_session?id_token_hint=1",
    `/login?redirect=${request}`,
    `/register?redirect=${request}`,
    "/forgot-password?redirect=/oauth/authorize",
  ]) {
    expect(keepsOpener({ url }), url).toBe(true);
  }
});

it("FO-01 does not hold for any other page", () => {
  for (const url of [
    "/",
    "/login",
    "/login?redirect=%2Fdashboard",
    "/login?redirect=%2Foauth%2Fauthorizer",
    "/login?other=%2Foauth%2Fauthorize",
    `/dashboard?redirect=${request}`,
    "/oauth/authorize/",
    "/oauth/test",
    "/api/oauth/authorize",
    "/api/oauth/end_session/",
  ]) {
    expect(keepsOpener({ url }), url).toBe(false);
  }
});
