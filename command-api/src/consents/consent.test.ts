import type { ConsentEvent } from "@attestory/events/consent-events.ts";
import { describe, expect, it } from "vitest";
import { expectSnapshots } from "../testing/expect-snapshots.ts";
import { given } from "../testing/given-when-then.ts";
import { consent, covers } from "./consent.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const applicationId = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const parties = { userId, applicationId };
const past = given(consent);
const granting = {
  type: "grant",
  ...parties,
  scopes: ["openid", "profile"],
  api: null,
  applicationName: "Ledgerline",
  countFrom: null,
} as const;
const granted: ConsentEvent = {
  type: "ConsentGranted",
  data: { ...parties, scopes: ["openid", "profile"], apis: [], applicationName: "Ledgerline", isNew: true },
};
const asked = (scopes: string[]) => ({ scopes, api: null });
const revoked: ConsentEvent = {
  type: "ConsentRevoked",
  data: { ...parties, applicationName: "Ledgerline", reason: "owner" },
};
const used: ConsentEvent = { type: "ConsentUsed", data: parties };

describe("a consent", () => {
  it("is granted, and nothing happens if it covered the scopes before", () => {
    past().when(granting).gives(granted);
    past(granted, used)
      .when({ ...granting, scopes: ["profile"] })
      .gives();
  });
  it("keeps earlier scopes when further ones are allowed, and is new only once", () => {
    const scopes = ["openid", "profile", "email"];
    past(granted)
      .when({ ...granting, scopes: ["email", "openid"] })
      .gives({ type: "ConsentGranted", data: { ...granted.data, scopes, isNew: false } } as ConsentEvent);
  });
  it("covers only what was allowed, and after a revocation nothing", () => {
    expect(covers(past(granted).state, asked(["openid"]), null)).toBe(true);
    expect(covers(past(granted).state, asked(["openid", "email"]), null)).toBe(false);
    expect(covers(past().state, asked([]), null)).toBe(false);
    expect(covers(past(granted, revoked).state, asked([]), null)).toBe(false);
  });
  it("is revoked once, and each revocation raises the epoch", () => {
    past(granted)
      .when({ type: "revoke", ...parties, reason: "owner" })
      .gives(revoked);
    past()
      .when({ type: "revoke", ...parties, reason: "owner" })
      .refuses("not-granted");
    past(granted, revoked)
      .when({ type: "revoke", ...parties, reason: "owner" })
      .refuses("not-granted");
    expect(past(granted, revoked, granted, revoked).state.epoch).toBe(2);
  });
  it("ends what a trusted application has without a consent, and raises the epoch", () => {
    past()
      .when({ type: "revoke", ...parties, reason: "owner", trustedName: "Ledgerline" })
      .gives(revoked);
    past(granted)
      .when({ type: "revoke", ...parties, reason: "owner", trustedName: "Another name" })
      .gives(revoked);
    expect(past(revoked).state).toMatchObject({ isGranted: false, epoch: 1 });
  });
  it("does not count where it was granted before its owner said that the account was not theirs alone", () => {
    const { state } = past(granted);
    const since = (ms: number) => new Date((state.grantedAt?.getTime() ?? 0) + ms);
    expect(covers(state, asked(["openid"]), since(0))).toBe(false);
    expect(covers(state, asked(["openid"]), since(-1))).toBe(true);
    past(granted)
      .when({ ...granting, scopes: ["openid"], countFrom: since(0) })
      .gives({ type: "ConsentGranted", data: { ...granted.data, scopes: ["openid"] } } as ConsentEvent);
  });
  it("RI-12 covers scopes of an API as they were described, and of no other owner of its identifier", () => {
    const api = {
      applicationId: crypto.randomUUID(),
      applicationName: "Invoices",
      resource: "https://api.invoices.example",
      scopes: [{ name: "invoices:read", description: "Read your invoices" }],
    };
    const { state } = past({ ...granted, data: { ...granted.data, apis: [api] } } as ConsentEvent);
    const isCovered = (said: object) => covers(state, { scopes: ["openid"], api: { ...api, ...said } }, null);
    expect([isCovered({}), isCovered({ scopes: [] })]).toEqual([true, true]);
    const described = [{ name: "invoices:read", description: "Read and pay your invoices" }];
    expect([isCovered({ scopes: described }), isCovered({ applicationId: crypto.randomUUID() })]).toEqual([
      false,
      false,
    ]);
    expect(covers(state, asked(["invoices:read"]), null)).toBe(false);
    const pay = { name: "invoices:pay", description: "Pay your invoices" };
    past({ ...granted, data: { ...granted.data, apis: [api] } } as ConsentEvent)
      .when({ ...granting, scopes: [], api: { ...api, scopes: [...described, pay] } })
      .gives({
        ...granted,
        data: { ...granted.data, apis: [{ ...api, scopes: [...described, pay] }], isNew: false },
      } as ConsentEvent);
  });
  it("has a snapshot that restores it", () => {
    expectSnapshots(consent, userId, [granted, used, revoked]);
  });
  it("starts without scopes again after a revocation", () => {
    past(granted, revoked)
      .when({ ...granting, scopes: ["email"] })
      .gives({ type: "ConsentGranted", data: { ...granted.data, scopes: ["email"] } } as ConsentEvent);
  });
});
