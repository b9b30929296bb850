import { randomUUID } from "node:crypto";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { authorizationStream, consentStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { loadApplication } from "../applications/load-application.ts";
import { grantGuard } from "../authorizations/grant-guard.ts";
import { issueCode } from "../authorize/issue-code.ts";
import { createCommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { authenticate } from "../sessions/authenticate.ts";
import { sessionGuard } from "../sessions/session-guard.ts";
import { startSession } from "../sessions/start-session.ts";
import { registerTestApplication } from "../testing/applications.ts";
import { registerAnn, rename, testContext } from "../testing/people.ts";
import { exchangeCode } from "./exchange-code.ts";
import { refreshTokens } from "./refresh-tokens.ts";
import { openTokenSigner } from "./token-signer.ts";

const service = scratchServiceOfFile();

/** The command side on this log. */
async function on(log: EventLog) {
  const { sealing, keyring } = service;
  const commandHandler = createCommandHandler(log, sealing, { guards: { session: sessionGuard, grant: grantGuard } });
  const reportError = (message: string, error: unknown) => expect.fail(`${message}: ${error}`);
  const signer = await openTokenSigner({ commandHandler, keyring, now: () => new Date(), reportError });
  const hmac = (...parts: string[]) => keyring.hmac("link key", ...parts);
  const waitForRevocation = async () => {};
  return { commandHandler, keyring, signer, issuer: "https://id.example", hmac, waitForRevocation };
}

/** Ann is signed in. */
async function signedIn({ commandHandler }: Awaited<ReturnType<typeof on>>) {
  const userId = await registerAnn(commandHandler);
  const asked = { userId, sessionEpoch: 0, method: "password", secondFactor: null, newDevice: false } as const;
  const times = { idleSeconds: 60, absoluteSeconds: 60 };
  const started = await startSession(commandHandler, { ...asked, rememberMe: false, times }, testContext());
  if (isRefused(started)) throw new Error(started.refused);
  return { userId, ...started };
}

it("RE-42 IM-09 refuses a session of an earlier generation of the log, and what runs under it", async () => {
  const former = await on(service.log);
  const present = await on(logWith(service.log, { generation: 2 }));
  const { userId, sessionId, token } = await signedIn(former);
  const authenticated = ({ commandHandler }: typeof former) => authenticate(commandHandler, token, new Date());
  expect([await authenticated(former), await authenticated(present)]).toEqual([
    expect.objectContaining({ sessionId }),
    null,
  ]);
  expect(await rename(present.commandHandler, { userId, sessionId }, "Ada")).toEqual({ refused: "session-ended" });
  expect(await rename(former.commandHandler, { userId, sessionId }, "Ada")).toHaveProperty("position");
});

it("RE-42 IM-09 refuses a code and a refresh token of an earlier generation of the log, used or not, and ends nothing", async () => {
  const former = await on(service.log);
  const present = await on(logWith(service.log, { generation: 2 }));
  const { userId, token } = await signedIn(former);
  const { applicationId } = await registerTestApplication(former.commandHandler, userId);
  const application = await loadApplication(former.commandHandler, applicationId);
  const principal = await authenticate(former.commandHandler, token, new Date());
  if (!application || !principal) throw new Error("not found");
  const parties = { userId, applicationId };
  const scopes = ["openid", "offline_access"];
  const allowed = { ...parties, scopes, apis: [], applicationName: "Ledgerline", isNew: true };
  await service.happened(consentStream(parties), { type: "ConsentGranted", data: allowed }, { person: userId });
  const redirectUri = "https://app.example.com/callback";
  const issued = async () => {
    const authorizationId = randomUUID();
    const claims = { idToken: [], userinfo: [], acr: null, subject: null };
    const request = { redirectUri, scopes, nonce: null, codeChallenge: null, claims, dpopJkt: null, api: null };
    const answer = await issueCode(former, { authorizationId, application, principal, ...request }, testContext());
    return { authorizationId, code: "code" in answer ? answer.code : "" };
  };
  const exchange = (dependencies: typeof former, code: string) =>
    exchangeCode(
      dependencies,
      { application, code, redirectUri, verifier: undefined, resource: undefined, jkt: null },
      testContext(),
    );
  const refresh = (dependencies: typeof former, refreshToken: string | undefined) =>
    refreshTokens(
      dependencies,
      { application, refreshToken, scope: undefined, resource: undefined, jkt: null },
      testContext(),
    );

  const [used, unused] = [await issued(), await issued()];
  const given = await exchange(former, used.code);
  const refreshToken = "refresh_token" in given ? given.refresh_token : "";
  const unknown = {
    status: 400,
    problem: { code: "invalid_grant", message: expect.stringContaining("did not issue") },
  };
  expect(await exchange(present, used.code)).toMatchObject(unknown);
  expect(await exchange(present, unused.code)).toMatchObject(unknown);
  expect(await refresh(present, refreshToken)).toMatchObject(unknown);
  const { events } = await service.log.read(authorizationStream(used.authorizationId));
  expect(events.map(({ type }) => type)).toEqual(["AuthorizationCodeIssued", "AuthorizationCodeRedeemed"]);
  expect(await refresh(former, refreshToken)).toHaveProperty("refresh_token");
});
