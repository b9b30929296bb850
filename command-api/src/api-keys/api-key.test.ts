import type { ApiKeyEvent } from "@attestory/events/api-key-events.ts";
import { describe, expect, it } from "vitest";
import { given } from "../testing/given-when-then.ts";
import { apiKey } from "./api-key.ts";

const past = given(apiKey);
const [userId, keyId] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
const data = {
  keyId,
  userId,
  name: "Nightly report",
  digest: "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg",
  scopes: ["users:read" as const],
  apiKeyEpoch: 2,
  expiresAt: null,
};
const created: ApiKeyEvent = { type: "ApiKeyCreated", data };
const revoked: ApiKeyEvent = { type: "ApiKeyRevoked", data: { keyId, userId } };
const used: ApiKeyEvent = { type: "ApiKeyUsed", data: { keyId, userId } };
const at = (seconds: number) => new Date(Date.parse("2026-03-01T12:00:00.000Z") + seconds * 1000);

describe("an API key", () => {
  it("is created once", () => {
    past()
      .when({ type: "create", ...data })
      .gives(created);
    past(created)
      .when({ type: "create", ...data })
      .refuses("already-created");
  });

  it("KY-05 is revoked by its owner alone, and once", () => {
    past(created).when({ type: "revoke", userId }).gives(revoked);
    past(created).when({ type: "revoke", userId: keyId }).refuses("not-found");
    past(created, revoked).when({ type: "revoke", userId }).refuses("not-found");
    past().when({ type: "revoke", userId }).refuses("not-found");
  });

  it("KY-06 records its use every five minutes at most", () => {
    const record = (seconds: number) => ({ type: "record-use", now: at(seconds) }) as const;
    past(created).when(record(0)).gives(used);
    past(created, { event: used, at: at(0) })
      .when(record(299))
      .gives();
    past(created, { event: used, at: at(0) })
      .when(record(300))
      .gives(used);
    past(created, revoked).when(record(300)).refuses("not-found");
  });

  it("stays revoked when a use is recorded behind the revocation", () => {
    expect(past(created, revoked, used).state).toMatchObject({ revoked: true });
  });
});
