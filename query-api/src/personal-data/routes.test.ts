import { randomUUID } from "node:crypto";
import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import {
  applicationStream,
  auditStream,
  invitationStream,
  sessionStream,
  userStream,
} from "@attestory/events/envelope.ts";
import { sampleApplication } from "@attestory/events/testing/sample-application.ts";
import { describe, expect, it } from "vitest";
import type { SignedInSession } from "../testing/people.ts";
import { userScene } from "../testing/user-scene.ts";
import { type HistoryEntry, personalData } from "./schema.ts";

const { scratch, happens } = userScene();

const firefox = {
  ip: "198.51.100.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
};

/** Requests the file once the read models hold everything that was appended. */
const take = async ({ token }: SignedInSession, query = "") =>
  scratch.get(`/api/user/data${query}`, { token, headers: scratch.knowing(await scratch.service.log.head()) });
const data = async (session: SignedInSession) => personalData.parse(await (await take(session)).json());
const told = ({ history }: { history: HistoryEntry[] }) => history.map(({ event }) => event);

const happened = (stream: Parameters<typeof scratch.service.happened>[0], event: AttestoryEvent, place: object) =>
  scratch.service.happened(stream, event, { recordedAt: scratch.clock.now, ...place });
const registeredApplication = (ownerId: string, applicationId: string): AttestoryEvent => ({
  type: "ApplicationRegistered",
  data: {
    ...sampleApplication({ applicationId }),
    ownerId,
    kind: "confidential",
    clientSecret: { encrypted: "encrypted", digest: "digest-of-secret" },
    documentUrl: null,
  },
});

describe("GET /api/user/data", () => {
  it("has the account, its sessions, and every event in the order of the log, with device and address", async () => {
    const userId = await happens.registered();
    const session = await happens.signedIn(userId, {}, firefox);
    const { sessionId } = session;
    const seen = { type: "SessionSeen", data: { sessionId, authenticatedAt: null, proofs: null } } as const;
    const owner = { actor: { kind: "user", id: userId }, person: userId, sessionId, ...firefox };
    await happened(sessionStream(sessionId), seen, owner);
    await happens.happenedToUser({ type: "UsernameChanged", data: { userId, username: "lovelace", released: "x" } });
    const file = await data(session);
    expect(file.account).toMatchObject({ id: userId, email: "ada@example.org", username: "lovelace", roles: [] });
    expect(file.names.map(({ value }) => value)).toEqual(["ada@example.org", "ada", "lovelace"]);
    expect(file.sessions).toMatchObject([
      { id: sessionId, ipAddress: firefox.ip, device: "Firefox on Linux", endedAt: null },
    ]);
    expect(told(file)).toEqual([
      ...["UserRegistered", "EmailVerified", "SessionStarted", "SessionSeen", "UsernameChanged"],
      "PersonalDataDownloaded",
    ]);
    expect(file.history[3]).toEqual({
      id: expect.any(String),
      event: "SessionSeen",
      time: scratch.clock.now.toISOString(),
      sentence: "A session was used",
      detail: null,
      by: "owner",
      through: null,
      device: "Firefox on Linux",
      network: "198.51.100.0/24",
      ipAddress: firefox.ip,
      userAgent: firefox.userAgent,
      sessionId,
      data: { sessionId },
    });
    expect(file.history[4]).toMatchObject({ sentence: "Your username was changed", detail: "To lovelace" });
  });

  it("has nothing of an admin who changed the account, of who used an invitation, or of a former owner", async () => {
    const [userId, other] = [await happens.registered(), await happens.registered()];
    const session = await happens.signedIn(userId);
    const admin = { actor: { kind: "user", id: randomUUID() }, sessionId: randomUUID(), person: userId, ...firefox };
    const roles = { userId, isAdmin: false, isDeveloper: true, isPro: false };
    await happened(userStream(userId), { type: "RolesChanged", data: roles }, admin);
    const invitationId = randomUUID();
    const rights = { isAdmin: false, isDeveloper: false, isPro: false };
    const invitation = { invitationId, expiresAt: "2026-04-01T12:00:00.000Z", uses: 1, adminTerm: 1, ...rights };
    const addressed = { ...invitation, isAddressed: true, email: "bob@example.org" };
    await happened(
      invitationStream(invitationId),
      { type: "InvitationMade", data: addressed },
      { person: userId, actor: { kind: "user", id: userId } },
    );
    const used = { type: "InvitationUsed", data: { invitationId, userId: other } } as const;
    await happened(invitationStream(invitationId), used, {});
    const applicationId = randomUUID();
    const stream = applicationStream(applicationId);
    await happened(stream, registeredApplication(other, applicationId), { person: other, ...firefox });
    const handed = { applicationId, name: "Ledgerline", ownerId: userId, formerOwnerId: other };
    await happened(stream, { type: "ApplicationHandedOver", data: handed }, { ...admin, person: userId });
    const file = await data(session);
    const text = JSON.stringify(file);
    for (const foreign of [other, admin.actor.id, admin.sessionId, firefox.ip, "Firefox", "bob@example.org"]) {
      expect(text).not.toContain(foreign);
    }
    expect(told(file)).toEqual(
      expect.arrayContaining(["RolesChanged", "InvitationMade", "InvitationUsed", "ApplicationHandedOver"]),
    );
    expect(told(file)).not.toContain("ApplicationRegistered");
    expect(file.invitations).toMatchObject([{ id: invitationId, used: 1, isAddressed: true }]);
    expect(file.applications).toMatchObject([{ id: applicationId, name: "Ledgerline" }]);
  });

  it("has no hash, digest or secret", async () => {
    const userId = await happens.registered();
    const applicationId = randomUUID();
    await happened(applicationStream(applicationId), registeredApplication(userId, applicationId), { person: userId });
    const session = await happens.signedIn(userId);
    for (const format of ["json", "html"]) {
      const text = await (await take(session, `?format=${format}`)).text();
      expect(text).toContain("Ledgerline");
      expect(text).not.toMatch(/argon2|digest-of-secret|"?encrypted|tokenHash|ats_/);
    }
  });

  it("is a download whose name says whose it is and when it was taken", async () => {
    const userId = await happens.registered();
    await happens.happenedToUser({
      type: "UsernameChanged",
      data: { userId, username: 'a"; b=\r\n../é', released: "x" },
    });
    const { headers } = await take(await happens.signedIn(userId), "?format=html");
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-disposition")).toBe('attachment; filename="attestory-data-a-b--2026-03-01.html"');
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("shows a name that looks like HTML as text, on a page that may run nothing", async () => {
    const userId = await happens.registered();
    const session = await happens.signedIn(userId);
    const firstName = "<script>alert(1)</script>";
    await happens.happenedToUser({ type: "ProfileChanged", data: { userId, firstName, lastName: '"><img src=x>' } });
    const page = await (await take(session, "?format=html")).text();
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).not.toMatch(/<script|<img/);
    expect(page).toContain("default-src 'none'");
    expect(page).toMatch(/The end: this file is complete\.<\/p><\/body><\/html>\n$/);
  });

  it("T4 asks for a recent authentication, and records nothing without one", async () => {
    const userId = await happens.registered();
    const session = await happens.signedIn(userId, { idleSeconds: 3600 });
    scratch.clock.now = new Date(scratch.clock.now.getTime() + 301_000);
    const answer = await take(session);
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: "reauthentication_required" }]);
    expect((await scratch.service.log.read(auditStream(userId))).version).toBe(0);
  });

  it("is not sent if it cannot be recorded that it was taken", async () => {
    const session = await happens.signedIn(await happens.registered());
    scratch.fault.ofAppends = new LogUnavailable("disk full");
    const { status } = await take(session);
    scratch.fault.ofAppends = null;
    expect(status).toBe(503);
  });

  it("refuses a format that there is not, and a pending session", async () => {
    expect((await take(await happens.signedIn(await happens.registered()), "?format=pdf")).status).toBe(400);
    const pending = await happens.signedIn(await happens.registered({ verified: false }), { pending: true });
    expect((await take(pending)).status).toBe(403);
  });
});
