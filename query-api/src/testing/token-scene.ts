import { expect } from "vitest";
import { type Grant, grants, headerOf, type SigningKey, signedWith } from "./grants.ts";
import { HeldProjections } from "./scratch-projections.ts";
import { openScratchQueryApi } from "./scratch-query-api.ts";

/** A service with a grant, and access tokens of it that may be changed before they are signed. */
export async function openTokenScene(generation?: number) {
  const scratch = await openScratchQueryApi((service) => new HeldProjections(service), generation);
  const happens = grants(scratch);
  const key: SigningKey = await happens.signingKey();
  const rsaKey: SigningKey = await happens.signingKey("RS256");
  const grant: Grant = await happens.granted(await happens.application());
  await scratch.projections.fold();
  const header = (changes: object = {}) => ({ ...headerOf(key), ...changes });
  const claims = (changes: object = {}) => ({ ...happens.claimsOf(grant), ...changes });
  const userinfo = (access: string) => scratch.get("/api/oauth/userinfo", { token: access });
  return {
    scratch,
    happens,
    key,
    rsaKey,
    grant,
    header,
    claims,
    userinfo,
    token: (headerChanges: object = {}, claimChanges: object = {}) =>
      signedWith(key, header(headerChanges), claims(claimChanges)),
    async expectRefused(access: string, label: string) {
      const answer = await userinfo(access);
      const { error } = (await answer.json()) as { error: string };
      expect([label, answer.status, error]).toEqual([label, 401, "invalid_token"]);
    },
  };
}
