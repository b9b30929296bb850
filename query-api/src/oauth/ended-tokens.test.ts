import { sessionStream, userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Grant, signedWith } from "../testing/grants.ts";
import { openTokenScene } from "../testing/token-scene.ts";

let scene: Awaited<ReturnType<typeof openTokenScene>>;
beforeAll(async () => {
  scene = await openTokenScene();
});
afterAll(() => scene.scratch.close());

const accessOf = (grant: Grant) => signedWith(scene.key, scene.header(), scene.happens.claimsOf(grant));
const granted = async (scopes = ["openid", "profile", "email"], offline = false) => {
  const grant = await scene.happens.granted(await scene.happens.application(), { scopes, offline });
  await scene.scratch.projections.fold();
  return grant;
};
const idsOf = ({ userId, applicationId }: Grant) => ({ userId, applicationId });

describe("an access token stops working with", () => {
  type Ending = (grant: Grant) => Promise<unknown>;
  const ofUser: Ending = ({ userId }) =>
    scene.scratch.service.happened(
      userStream(userId),
      { type: "UserDeactivated", data: { userId } },
      { person: userId },
    );
  const ofPassword: Ending = ({ userId, sessionId }) =>
    scene.scratch.service.happened(
      userStream(userId),
      { type: "PasswordChanged", data: { userId, passwordHash: "hash", keptSession: sessionId } },
      { person: userId },
    );
  const ofConsent: Ending = async ({ userId, applicationId }) => {
    // The use of the consent is recorded in the same stream.
    await scene.scratch.api.settled();
    return scene.happens.happenedToConsent({
      type: "ConsentRevoked",
      data: { userId, applicationId, applicationName: "Ledgerline", reason: "owner" },
    });
  };
  const ofApplication =
    (type: "ApplicationSuspended" | "ApplicationDeleted"): Ending =>
    ({ applicationId }) =>
      scene.happens.happenedToApplication({ type, data: { applicationId, name: "Ledgerline" } });
  const ofGrant: Ending = (grant) =>
    scene.happens.happenedToGrant(
      { type: "AuthorizationEnded", data: { authorizationId: grant.authorizationId, reason: "code-replayed" } },
      grant,
    );
  const ofSession: Ending = ({ sessionId }) =>
    scene.scratch.service.happened(sessionStream(sessionId), {
      type: "SessionEnded",
      data: { sessionId, reason: "signed-out" },
    });
  const endings: [string, Ending][] = [
    ["the user's account", ofUser],
    ["a changed password, also in the session that stays", ofPassword],
    ["the consent", ofConsent],
    ["a suspension of the application", ofApplication("ApplicationSuspended")],
    ["the application", ofApplication("ApplicationDeleted")],
    ["a replayed code", ofGrant],
  ];

  it.each(endings)("RS-07 %s, whether or not it may outlive the session", async (_, end) => {
    for (const offline of [false, true]) {
      const grant = await granted(undefined, offline);
      const access = accessOf(grant);
      expect((await scene.userinfo(access)).status).toBe(200);
      await end(grant);
      await scene.scratch.projections.fold();
      await scene.expectRefused(access, `offline: ${offline}`);
    }
  });

  it("RS-07 the session, unless it may outlive the session", async () => {
    for (const offline of [false, true]) {
      const grant = await granted(undefined, offline);
      const access = accessOf(grant);
      await ofSession(grant);
      await scene.scratch.projections.fold();
      expect([offline, (await scene.userinfo(access)).status]).toEqual([offline, offline ? 200 : 401]);
    }
  });

  it("RS-02 RS-07 its own revocation, and an activation or a new consent brings no earlier token back", async () => {
    const { happens, scratch, key, header } = scene;
    const grant = await granted();
    const claims = happens.claimsOf(grant);
    const [access, other] = [signedWith(key, header(), claims), accessOf(grant)];
    const { authorizationId, applicationId } = grant;
    const data = { authorizationId, tokenId: claims.jti, expiresAt: new Date(claims.exp * 1000).toISOString() };
    await happens.happenedToGrant({ type: "AccessTokenRevoked", data }, grant);
    await scratch.projections.fold();
    expect([(await scene.userinfo(access)).status, (await scene.userinfo(other)).status]).toEqual([401, 200]);

    await ofApplication("ApplicationSuspended")(grant);
    await happens.happenedToApplication({ type: "ApplicationActivated", data: { applicationId, name: "Ledgerline" } });
    await scratch.projections.fold();
    await scene.expectRefused(other, "issued before the suspension");

    const again = await granted();
    const before = accessOf(again);
    await ofConsent(again);
    await happens.happenedToConsent({
      type: "ConsentGranted",
      data: { ...idsOf(again), scopes: ["openid"], applicationName: "Ledgerline", apis: [], isNew: true },
    });
    await scratch.projections.fold();
    await scene.expectRefused(before, "issued before the consent was revoked");
  });
});
