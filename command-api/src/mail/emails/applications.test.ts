import { recorded } from "@attestory/event-store/testing/recorded.ts";
import type { ApplicationEvent } from "@attestory/events/application-events.ts";
import type { ApplicationSettings } from "@attestory/events/application-settings.ts";
import { sampleApplication } from "@attestory/events/testing/sample-application.ts";
import { describe, expect, it } from "vitest";
import { juniperMail } from "../../testing/juniper-mail.ts";
import { emailFor, emailKind } from "../emails.ts";
import { changesInWords } from "./application-changes.ts";

const ownerId = "0199f1c2-6a40-7c1e-9d35-2f8a4be1c701";
const formerOwnerId = "0199f1c2-6a40-7c1e-9d35-2f8a4be1c702";
const before = sampleApplication();
const named = { applicationId: before.applicationId, name: before.name };

const emailAbout = (
  event: ApplicationEvent,
  { actorId = ownerId, settingsBefore = before, kind = "user" as "user" | "client" | "system" } = {},
) => {
  const at = { recordedAt: new Date("2026-03-02T10:00:00.000Z"), actor: { kind, id: actorId } };
  const happened = { ...recorded(event, at), person: ownerId };
  expect(emailKind(happened)).not.toBeNull();
  return emailFor(happened, { ...juniperMail, settingsBefore });
};
const changedTo = (change: Partial<ApplicationSettings>): ApplicationEvent => ({
  type: "ApplicationChanged",
  data: { ...before, ...change },
});

describe("D11 the words about a change of an application", () => {
  const two = [...before.redirectUris, "https://thief.example/"];
  it.each<[string, Partial<ApplicationSettings>]>([
    ["A redirect URI was added.", { redirectUris: two }],
    ["2 redirect URIs were added.", { redirectUris: [...two, "https://thief.example/2"] }],
    ["A redirect URI was removed.", { redirectUris: [] }],
    ["PKCE is no longer required.", { requirePkce: false }],
    ["The signature of its ID tokens was changed.", { idTokenAlgorithm: "ES256" }],
    ["Sign-in in a frame is allowed now.", { allowFrameSignIn: true }],
    ["Its ID tokens carry name and email now.", { profileInIdToken: true }],
    ["Pushed requests are required now.", { requirePushedRequests: true }],
    ["Unsigned request objects are allowed now.", { allowUnsignedRequests: true }],
    [
      "The addresses to which its sign-outs lead were changed.",
      { postLogoutRedirectUris: ["https://ledgerline.example/bye"] },
    ],
    ["Its public keys were changed.", { jwks: { keys: [{ kty: "EC" }] } }],
    ["It proves who it is by a signature now; its secret does not work.", { usesPrivateKeyJwt: true }],
    ["Its name, description, logo or home page was changed.", { name: "Ledger" }],
  ])("D11 say %s", (sentence, change) => {
    expect(changesInWords(before, { ...before, ...change })).toEqual([sentence]);
  });
});

describe("D11 the email about an application", () => {
  it("D11 names the application, what changed and when, and leads to it and to the activity", () => {
    const email = emailAbout(changedTo({ name: "Ledger", requirePkce: false }));
    expect(email).toMatchObject({ to: "juniper@example.com", subject: "An application of yours was changed" });
    expect(email?.text).toContain("Your application “Ledgerline” was changed on 2026-03-02 at 10:00 UTC.");
    expect(email?.text).toContain("PKCE is no longer required.");
    expect(email?.text).toContain("https://id.example.com/dashboard/developer");
    expect(email?.text).toContain("https://id.example.com/dashboard/activity");
  });

  it("D11 is sent about a deletion and a new client secret, and says when an admin did it", () => {
    const deleted = emailAbout({ type: "ApplicationDeleted", data: named }, { actorId: "an admin" });
    expect(deleted?.text).toContain("Your application “Ledgerline” was deleted by an admin on 2026-03-02");
    const clientSecret = { encrypted: null, digest: "d" };
    const rotated = emailAbout({ type: "ClientSecretRotated", data: { ...named, clientSecret, formerUntil: null } });
    expect(rotated?.text).toContain("was given a new client secret on 2026-03-02");
  });

  it("D11 is sent about trust and to the former owner, by an admin whom the owner can ask", () => {
    const byAdmin = (event: ApplicationEvent) => emailAbout(event, { actorId: "an admin" });
    const trusted = byAdmin({ type: "ApplicationTrustChanged", data: { ...named, trusted: true } });
    expect(trusted?.subject).toBe("An application of yours is trusted now");
    expect(trusted?.text).toContain(
      "Your application “Ledgerline” was trusted by an admin on 2026-03-02 at 10:00 UTC.",
    );
    expect(trusted?.text).toContain("It no longer asks its users for their consent.");
    const ended = byAdmin({ type: "ApplicationTrustChanged", data: { ...named, trusted: false } });
    expect(ended?.subject).toBe("An application of yours is no longer trusted");
    const announced = { type: "ApplicationHandOverAnnounced", data: { ...named, userId: formerOwnerId } } as const;
    // Handed over to the admin: the person of the event is the new owner.
    const handedOver = emailAbout(announced);
    expect(handedOver?.subject).toBe("An application of yours was handed over");
    expect(handedOver?.text).toContain("was handed over to another developer by an admin on 2026-03-02");
    for (const email of [trusted, ended, handedOver]) expect(email?.text).toContain("ask your admin");
  });

  it("D11 is sent to an admin about a trusted application, and leads to where admins end its trust", () => {
    const what = { addedRedirectUris: 2, pkceEnded: true };
    const data = { ...named, userId: "an admin", ...what };
    const email = emailAbout({ type: "TrustedApplicationChangeAnnounced", data });
    expect(email?.subject).toBe("A trusted application was changed");
    expect(email?.text).toContain("The application “Ledgerline” was changed by its owner on 2026-03-02 at 10:00 UTC.");
    expect(email?.text).toContain("2 redirect URIs were added.");
    expect(email?.text).toContain("PKCE is no longer required.");
    expect(email?.text).toContain("https://id.example.com/admin/access");
  });

  it("CM-25 says that the document of an application changed, and does not suspect its owner's account", () => {
    const email = emailAbout(changedTo({ redirectUris: [] }), { actorId: "client documents", kind: "system" });
    expect(email?.text).toContain(
      "Your application “Ledgerline” was changed, because its metadata document was, on 2026-03-02 at 10:00 UTC.",
    );
    expect(email?.text).toContain("remove the client source or suspend the application");
    expect(email?.text).not.toContain("secure your account");
  });

  it("D11 says that an application changed itself, not that its owner did", () => {
    const byItself = { actorId: before.applicationId, kind: "client" as const };
    const words = "by itself, with its registration access token, on 2026-03-02 at 10:00 UTC.";
    const changed = emailAbout(changedTo({ requirePushedRequests: true }), byItself);
    expect(changed?.text).toContain(`Your application “Ledgerline” was changed ${words}`);
    expect(changed?.text).toContain("end the registration access of the application");
    const deleted = emailAbout({ type: "ApplicationDeleted", data: named }, byItself);
    expect(deleted?.text).toContain(`Your application “Ledgerline” was deleted ${words}`);
    const data = { ...named, userId: "an admin", addedRedirectUris: 1, pkceEnded: false };
    const told = emailAbout({ type: "TrustedApplicationChangeAnnounced", data }, byItself);
    expect(told?.text).toContain(`The application “Ledgerline” was changed ${words}`);
  });

  it("D11 EV-08 shows no address that its developer chose, and no name that looks like one", () => {
    const redirectUris = ["https://thief.example/callback"];
    const settingsBefore = { ...before, name: "Go to https://evil.example <b>" };
    const email = emailAbout(changedTo({ redirectUris }), { settingsBefore });
    expect(email?.text).toContain("Your application was changed on");
    expect(JSON.stringify(email)).not.toMatch(/thief|evil/);
  });
});
