import type { ApplicationEvent } from "@attestory/events/application-events.ts";
import { expect, it } from "vitest";
import { given } from "../testing/given-when-then.ts";
import { application } from "./application.ts";

const applicationId = "7d1f3c52-0b6e-4a27-9c84-1e5f60718293";
const ownerId = "0199f1c2-6a40-7c1e-9d35-2f8a4be1c701";
const stranger = "0199f1c2-6a40-7c1e-9d35-2f8a4be1c702";
const secret = (digest: string) => ({ encrypted: null, digest });
const described = {
  name: "Ledgerline",
  description: "",
  logoUrl: null,
  homepageUrl: "https://ledgerline.example",
  redirectUris: ["https://ledgerline.example/callback"],
  requirePkce: false,
  idTokenAlgorithm: "RS256" as const,
  allowFrameSignIn: true,
  profileInIdToken: false,
  postLogoutRedirectUris: ["https://ledgerline.example/signed-out"],
  backchannelLogoutUri: null,
  allowDeviceFlow: false,
  jwks: null,
  usesPrivateKeyJwt: false,
  requirePushedRequests: false,
  allowUnsignedRequests: false,
  requireDpop: false,
  api: null,
};
const { name, description, logoUrl, redirectUris } = described;
const data = {
  applicationId,
  ownerId,
  ...described,
  kind: "confidential",
  clientSecret: secret("first"),
  documentUrl: null,
} as const;
const registered: ApplicationEvent = {
  type: "ApplicationRegistered",
  data: { ...data, redirectUris: [...redirectUris], postLogoutRedirectUris: [...data.postLogoutRedirectUris] },
};
const publicly: ApplicationEvent = {
  type: "ApplicationRegistered",
  data: { ...registered.data, kind: "public", clientSecret: null, requirePkce: true },
};
const named = { applicationId, name: described.name };
const deleted: ApplicationEvent = { type: "ApplicationDeleted", data: named };
const suspended: ApplicationEvent = { type: "ApplicationSuspended", data: named };
const activated: ApplicationEvent = { type: "ApplicationActivated", data: named };
const rotated = (digest: string, formerUntil: string | null = null): ApplicationEvent => ({
  type: "ClientSecretRotated",
  data: { ...named, clientSecret: secret(digest), formerUntil },
});
const said = { name, description, logoUrl, redirectUris };
const asked = { ...said, homepageUrl: undefined, admins: [stranger], isByItself: false };
const after = given(application);

it("registers an application once, and a deleted one never again", () => {
  const command = { type: "register", ...registered.data } as Parameters<typeof application.decide>[1];
  after().when(command).gives(registered);
  after(registered).when(command).refuses("already-registered");
  after(registered, deleted).when(command).refuses("already-registered");
});

it("lets a public application do without PKCE neither at first nor later", () => {
  const register = { ...publicly.data, type: "register", requirePkce: false } as Parameters<
    typeof application.decide
  >[1];
  after().when(register).refuses("public-needs-pkce");
  after(publicly)
    .when({ type: "change", ownerId, ...asked, requirePkce: false })
    .refuses("public-needs-pkce");
});

it("changes what was sent, and keeps the optional settings that were not", () => {
  const renamed = { name: "Ledger" };
  after(registered)
    .when({ type: "change", ownerId, ...asked, ...renamed })
    .gives({ type: "ApplicationChanged", data: { applicationId, ...described, ...renamed } });
  const optional = {
    homepageUrl: null,
    requirePkce: true,
    idTokenAlgorithm: "ES256" as const,
    allowFrameSignIn: false,
    profileInIdToken: true,
    postLogoutRedirectUris: [],
    backchannelLogoutUri: null,
    allowDeviceFlow: false,
    requirePushedRequests: true,
    allowUnsignedRequests: true,
    requireDpop: false,
  };
  after(registered)
    .when({ type: "change", ownerId, ...asked, ...optional })
    .gives({ type: "ApplicationChanged", data: { applicationId, ...described, ...optional } });
  after(registered)
    .when({ type: "change", ownerId, ...asked })
    .gives();
});

it("AP-06 knows of no application of another owner, nor of a deleted one", () => {
  const commands = [
    { type: "change", ...asked },
    { type: "rotate-secret", clientSecret: secret("second"), formerUntil: null },
    { type: "delete", isByItself: false },
  ] as const;
  for (const command of commands) {
    after(registered)
      .when({ ...command, ownerId: stranger })
      .refuses("no-such-application");
    after(registered, deleted)
      .when({ ...command, ownerId })
      .refuses("no-such-application");
    after()
      .when({ ...command, ownerId })
      .refuses("no-such-application");
  }
});

it("KY-10 ends the former secret at once, or after the time that its owner asked for", () => {
  const until = "2026-03-01T12:10:00.000Z";
  const clientSecret = secret("second");
  after(registered)
    .when({ type: "rotate-secret", ownerId, clientSecret, formerUntil: new Date(until) })
    .gives(rotated("second", until));
  expect(after(registered, rotated("second")).state).toMatchObject({ clientSecret, formerSecret: null });
  expect(after(registered, rotated("second", until)).state).toMatchObject({
    clientSecret,
    formerSecret: { digest: "first", until: new Date(until) },
  });
  expect(after(registered, rotated("second", until), rotated("third")).state).toMatchObject({
    clientSecret: secret("third"),
    formerSecret: null,
  });
  after(publicly).when({ type: "rotate-secret", ownerId, clientSecret, formerUntil: null }).refuses("no-secret");
});

it("raises the epoch at each suspension, and never lowers it", () => {
  after(registered).when({ type: "change-status", isActive: false }).gives(suspended);
  after(registered, suspended).when({ type: "change-status", isActive: false }).gives();
  after(registered, suspended).when({ type: "change-status", isActive: true }).gives(activated);
  expect(after(registered).state).toMatchObject({ isActive: true, epoch: 0 });
  expect(after(registered, suspended).state).toMatchObject({ isActive: false, epoch: 1 });
  expect(after(registered, suspended, activated, suspended, activated).state).toMatchObject({
    isActive: true,
    epoch: 2,
  });
});

it("D11 requests an email to each owner when it is handed over", () => {
  after(registered)
    .when({ type: "hand-over", ownerId, newOwnerId: stranger })
    .gives(
      { type: "ApplicationHandedOver", data: { ...named, ownerId: stranger, formerOwnerId: ownerId } },
      { type: "ApplicationHandOverAnnounced", data: { ...named, userId: ownerId } },
    );
});

it("D11 requests an email to each admin when a trusted application may send codes elsewhere, and else none", () => {
  const trusted: ApplicationEvent = { type: "ApplicationTrustChanged", data: { ...named, trusted: true } };
  const withPkce: ApplicationEvent = {
    type: "ApplicationChanged",
    data: { applicationId, ...described, requirePkce: true },
  };
  const redirectUris = [...described.redirectUris, "https://thief.example/"];
  const change = { type: "change", ownerId, ...asked, requirePkce: false } as const;
  const changed = (to: object): ApplicationEvent => ({
    type: "ApplicationChanged",
    data: { applicationId, ...described, ...to },
  });
  const announced = (addedRedirectUris: number, pkceEnded: boolean): ApplicationEvent => ({
    type: "TrustedApplicationChangeAnnounced",
    data: { ...named, userId: stranger, addedRedirectUris, pkceEnded },
  });
  after(registered, withPkce, trusted)
    .when({ ...change, redirectUris })
    .gives(changed({ redirectUris }), announced(1, true));
  after(registered, withPkce, trusted).when(change).gives(changed({}), announced(0, true));
  after(registered, trusted)
    .when({ ...change, name: "Ledger", redirectUris: ["https://ledgerline.example/callback"] })
    .gives(changed({ name: "Ledger" }));
  after(registered)
    .when({ ...change, redirectUris })
    .gives(changed({ redirectUris }));
});

it("is trusted once an admin says so", () => {
  const trusted: ApplicationEvent = { type: "ApplicationTrustChanged", data: { ...named, trusted: true } };
  after(registered).when({ type: "change-trust", trusted: true }).gives(trusted);
  after(registered, trusted).when({ type: "change-trust", trusted: true }).gives();
  expect(after(registered).state).toMatchObject({ trusted: false });
  expect(after(registered, trusted).state).toMatchObject({ trusted: true });
});
