import { randomUUID } from "node:crypto";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import {
  apiKeyStream,
  applicationStream,
  consentStream,
  type StreamName,
  userStream,
} from "@attestory/events/envelope.ts";
import { sampleApplication } from "@attestory/events/testing/sample-application.ts";
import { describe, expect, it } from "vitest";
import type { SignedInSession } from "../testing/people.ts";
import { userScene } from "../testing/user-scene.ts";
import type { Activity } from "./schema.ts";

const { scratch, happens } = userScene();

interface Page {
  activity: Activity[];
  nextCursor: string | null;
}

/** Requests the timeline with that session's token, once the read models hold everything that was appended. */
async function ask({ token }: SignedInSession, query = ""): Promise<{ status: number; body: Page }> {
  const headers = scratch.knowing(await scratch.service.log.head());
  const answer = await scratch.get(`/api/user/activity${query}`, { token, headers });
  return { status: answer.status, body: (await answer.json()) as Page };
}
const sentences = ({ body }: { body: Page }) => body.activity.map(({ sentence }) => sentence);

const firefox = {
  ip: "198.51.100.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
};

describe("GET /api/user/activity", () => {
  it("shows the newest event first, with device and network in words, and never another user's", async () => {
    const userId = await happens.registered();
    await happens.signedIn(await happens.registered(), {}, firefox);
    const session = await happens.signedIn(userId, {}, firefox);
    const answer = await ask(session);
    expect(sentences(answer)).toEqual(["Signed in", "Your email address was verified", "You registered"]);
    expect(answer.body.nextCursor).toBeNull();
    expect(answer.body.activity[0]).toEqual({
      id: expect.any(String),
      type: "sign-in",
      sentence: "Signed in",
      detail: "With a password",
      time: scratch.clock.now.toISOString(),
      device: "Firefox on Linux",
      network: "198.51.100.0/24",
      sessionId: session.sessionId,
      isCurrent: true,
      canDisown: false,
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/hash|argon2|ats_/i);
  });

  it("offers to disown a sign-in of another session", async () => {
    const userId = await happens.registered();
    const other = await happens.signedIn(userId);
    const [newest, older] = (await ask(await happens.signedIn(userId))).body.activity;
    expect(newest).toMatchObject({ isCurrent: true, canDisown: false });
    expect(older).toMatchObject({ isCurrent: false, canDisown: true, sessionId: other.sessionId });
  });

  it("shows one kind only", async () => {
    const userId = await happens.registered();
    const session = await happens.signedIn(userId);
    const data = { userId, passwordHash: "$argon2id$other", keptSession: session.sessionId };
    await happens.happenedToUser({ type: "PasswordChanged", data });
    expect(sentences(await ask(session, "?type=password"))).toEqual(["Your password was changed"]);
    expect(sentences(await ask(session, "?type=attempt"))).toEqual([]);
  });

  it("goes back page by page, each entry once", async () => {
    const userId = await happens.registered();
    for (let count = 0; count < 4; count++) await happens.signedIn(userId);
    const session = await happens.signedIn(userId);
    const all = (await ask(session)).body.activity.map(({ id }) => id);
    const paged: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body }: { body: Page } = await ask(session, `?limit=3${cursor && `&cursor=${cursor}`}`);
      expect(body.activity.length).toBeLessThanOrEqual(3);
      paged.push(...body.activity.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    expect(paged).toEqual(all);
    expect(all).toHaveLength(7);
  });

  it("shows no address once the person's key is gone", async () => {
    const stranger = crypto.randomUUID();
    const session = await happens.signedIn(await happens.registered(), {}, { ...firefox, person: stranger });
    await scratch.service.keyring.erasePerson(stranger);
    expect((await ask(session)).body.activity[0]).toMatchObject({ device: null, network: null });
  });

  it("says that an admin did it, and not from where", async () => {
    const userId = await happens.registered();
    const session = await happens.signedIn(userId);
    const admin = { actor: { kind: "user", id: crypto.randomUUID() }, sessionId: crypto.randomUUID() } as const;
    const roles = { userId, isAdmin: false, isDeveloper: true, isPro: false };
    const place = { person: userId, recordedAt: scratch.clock.now, ...firefox, ...admin };
    await scratch.service.happened(userStream(userId), { type: "RolesChanged", data: roles }, place);
    expect((await ask(session)).body.activity[0]).toMatchObject({
      sentence: "Your roles were changed",
      detail: "Now: Developer. By an admin",
      device: null,
      network: null,
      sessionId: null,
    });
  });

  it("names connected applications, those that the user registered, and API keys", async () => {
    const userId = await happens.registered();
    const applicationId = randomUUID();
    const keyId = "9a0b1c2d-3e4f-4051-8263-748596a7b8c9";
    const own = { applicationId, name: "Ledgerline" };
    const parties = { userId, applicationId };
    const applicationName = "Inkwell";
    const key = { keyId, userId };
    const admin = { actor: { kind: "user", id: randomUUID() } } as const;
    const happened = (stream: StreamName, event: AttestoryEvent, by = {}) =>
      scratch.service.happened(stream, event, { person: userId, recordedAt: scratch.clock.now, ...by });
    const application = applicationStream(applicationId);
    await happened(application, { type: "ApplicationSuspended", data: own }, admin);
    await happened(application, { type: "ApplicationDeleted", data: own });
    const consent = consentStream(parties);
    const granted = { ...parties, applicationName, scopes: ["openid"], apis: [], isNew: true };
    await happened(consent, { type: "ConsentGranted", data: granted });
    await happened(consent, { type: "ConsentUsed", data: parties });
    await happened(consent, { type: "ConsentRevoked", data: { ...parties, applicationName, reason: "owner" } });
    const made = { ...key, name: "Nightly report", digest: "digest", scopes: [], apiKeyEpoch: 0, expiresAt: null };
    await happened(apiKeyStream(keyId), { type: "ApiKeyCreated", data: made });
    await happened(apiKeyStream(keyId), { type: "ApiKeyRevoked", data: key });
    const { body } = await ask(await happens.signedIn(userId), "?type=application");
    expect(body.activity.map(({ sentence, detail, canDisown }) => [sentence, detail, canDisown])).toEqual([
      ["An API key was deleted", "The one that begins with atk_9a0b1c2d", false],
      ["An API key was created", "Called Nightly report, begins with atk_9a0b1c2d", true],
      ["An application was disconnected", "Called Inkwell. Its access ended", false],
      ["An application was connected", "Called Inkwell", true],
      ["An application was deleted", "Called Ledgerline", true],
      ["An application was suspended", "Called Ledgerline. Its codes and tokens stopped working. By an admin", false],
    ]);
  });

  it("D11 says what each change of an application changed, on each page and to each of its owners", async () => {
    const former = await happens.registered();
    const userId = await happens.registered();
    const applicationId = randomUUID();
    const kind = "confidential";
    const own = sampleApplication({ applicationId, redirectUris: ["https://ledgerline.example/"] });
    const happened = (person: string, event: AttestoryEvent) =>
      scratch.service.happened(applicationStream(applicationId), event, { person, recordedAt: scratch.clock.now });
    const changed = (person: string, change: Partial<typeof own>) =>
      happened(person, { type: "ApplicationChanged", data: { ...own, ...change } });
    const registered = { ...own, ownerId: former, kind, clientSecret: null, documentUrl: null } as const;
    await happened(former, { type: "ApplicationRegistered", data: registered });
    await changed(former, { requirePkce: false });
    await changed(userId, { requirePkce: false, name: "Ledger" });
    await changed(userId, { redirectUris: [...own.redirectUris, "https://thief.example/"], name: "Ledger" });
    const added = "Called Ledger. Redirect URI https://thief.example/ added. PKCE is required now";
    const renamed = "Called Ledger. Name changed from Ledgerline";
    const details = async (owner: string, limit: number) =>
      (await ask(await happens.signedIn(owner), `?type=application&limit=${limit}`)).body.activity.map(
        ({ detail }) => detail,
      );
    expect(await details(userId, 1)).toEqual([added]);
    expect(await details(userId, 9)).toEqual([added, renamed]);
    expect(await details(former, 9)).toEqual(["Called Ledgerline. PKCE is no longer required", "Called Ledgerline"]);
  });

  it("refuses a kind that does not exist, and a pending session", async () => {
    const session = await happens.signedIn(await happens.registered());
    expect(await ask(session, "?type=secrets")).toMatchObject({
      status: 400,
      body: { fields: { type: expect.any(String) } },
    });
    const pending = await happens.signedIn(await happens.registered({ verified: false }), { pending: true });
    expect((await ask(pending)).status).toBe(403);
  });
});
