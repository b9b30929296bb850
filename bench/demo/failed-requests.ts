import { newVerifier } from "@attestory/e2e/http/grants.ts";
import { askToken } from "@attestory/e2e/http/token-calls.ts";
import type { App } from "./applications.ts";
import { Browser } from "./browser.ts";
import type { Calendar, Scene } from "./calendar.ts";
import { workstation } from "./cast.ts";
import type { PastService } from "./past-service.ts";

interface Failing {
  service: PastService;
  calendar: Calendar;
  apps: readonly App[];
}

/** Requests of the applications that fail, each as a developer who sets one up makes them: the portal explains them. */
export function failedRequests({ service, calendar, apps }: Failing): Scene[] {
  const browser = new Browser(service, workstation);
  const asks = ({ clientId, redirectUri }: App, said: Record<string, string>) => {
    const request = {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: "code",
      scope: "openid",
      state: "a state",
    };
    return browser.open(`/oauth/authorize?${new URLSearchParams({ ...request, ...said })}`);
  };
  const code = { grant_type: "authorization_code", code: "a code that was used before" };
  const wrongUri = (app: App) => asks(app, { redirect_uri: app.redirectUri.replace("/callback", "/auth/callback") });
  const wrongSecret = ({ clientId, redirectUri }: App) => {
    const basic = { clientId, clientSecret: "the one of staging" };
    return askToken(service.url, { ...code, redirect_uri: redirectUri }, { basic });
  };
  const usedCode = ({ clientId, redirectUri }: App) =>
    askToken(service.url, { ...code, client_id: clientId, redirect_uri: redirectUri, code_verifier: newVerifier() });
  const made = [
    { daysAgo: 6, hour: 11, number: 0, fails: wrongUri },
    { daysAgo: 4, hour: 14, number: 0, fails: wrongSecret },
    { daysAgo: 3, hour: 10, number: 1, fails: usedCode },
    { daysAgo: 2, hour: 16, number: 1, fails: wrongUri },
    { daysAgo: 1, hour: 9, number: 2, fails: wrongSecret },
    { daysAgo: 0, hour: 8, number: 0, fails: wrongUri },
    { daysAgo: 0, hour: 12, number: 3, fails: usedCode },
  ];
  return made.flatMap(({ daysAgo, hour, number, fails }) => {
    const app = apps[number];
    const at = calendar.on(calendar.days - 1 - daysAgo, hour);
    return app ? [{ at, play: () => fails(app) }] : [];
  });
}
