import { refreshTokenText } from "@attestory/http/security/grant-tokens.ts";
import { expect, it, onTestFinished } from "vitest";
import { type Grant, signedWith } from "../testing/grants.ts";
import { openTokenScene } from "../testing/token-scene.ts";

it("RE-42 IM-09 refuses sessions, grants and own tokens of an earlier generation of the log", async () => {
  const { scratch, happens, key, header } = await openTokenScene(2);
  onTestFinished(() => scratch.close());
  const { service, projections } = scratch;
  const offline = { scopes: ["openid", "offline_access"], offline: true };
  const client = await happens.application();
  const [former, present] = [
    await happens.granted(client, { ...offline, generation: 1 }),
    await happens.granted(client, offline),
  ];
  await projections.fold();
  const introspection = new URL("/api/oauth/introspect", (await scratch.get("/")).url);
  const basic = Buffer.from(`${client.applicationId}:${client.secret}`).toString("base64");
  const isActive = async (token: string) => {
    const asked = {
      method: "POST",
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ token }),
    };
    return ((await (await fetch(introspection, asked)).json()) as { active: boolean }).active;
  };
  const accepted = async (grant: Grant, ownClaims: object) => {
    const { authorizationId, sessionToken: token } = grant;
    const claims = happens.claimsOf(grant, "openid");
    const { grant: _, auth_time: __, scope: ___, ...own } = { ...claims, sub: client.applicationId, ...ownClaims };
    const refresh = refreshTokenText({ authorizationId, serial: 1 }, (...parts) =>
      service.keyring.hmac("link key", ...parts),
    );
    return {
      session: (await scratch.get("/api/user/sessions", { token })).status === 200,
      access: await isActive(signedWith(key, header(), claims)),
      refresh: await isActive(refresh),
      own: await isActive(signedWith(key, header(), own)),
    };
  };
  const all = (is: boolean) => ({ session: is, access: is, refresh: is, own: is });
  expect(await accepted(present, { generation: 2 })).toEqual(all(true));
  // Before own tokens named their generation, there was only the first.
  for (const ownClaims of [{ generation: 1 }, {}]) expect(await accepted(former, ownClaims)).toEqual(all(false));
});
