import { randomUUID } from "node:crypto";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import type { UserEvent } from "@attestory/events/account-events.ts";
import { applicationStream, emailCodesStream, secondFactorsStream, userStream } from "@attestory/events/envelope.ts";
import { sampleApplication } from "@attestory/events/testing/sample-application.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { createCommandHandler } from "../handling/command-handler.ts";
import { createEmailRenderer, type EmailRenderer } from "./render-email.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const decoyId = "9d5d2b1c-7a44-4a0e-8f3b-6c1b2e3d4f55";
const names = { firstName: null, lastName: null };
const account = { userId, email: "juniper@example.com", username: "juniper", ...names };

const scratch = scratchServiceOfTest();
let emails: EmailRenderer;
beforeEach(async () => {
  const { log, sealing, keyring } = scratch;
  const commandHandler = createCommandHandler(log, sealing);
  emails = createEmailRenderer({ log, sealing, keyring, commandHandler, publicUrl: "https://id.example.com" });
  await happened({ type: "UserRegistered", data: { ...account, passwordHash: "hash" } });
});

const happened = (event: UserEvent, to = userId) =>
  scratch.happened(userStream(to), event, { id: randomUUID(), person: userId });
const decoyRegistered = () =>
  happened(
    { type: "DecoyRegistered", data: { ...account, userId: decoyId, ownerId: userId, username: "wren" } },
    decoyId,
  );
const lapsed = () => happened({ type: "RegistrationLapsed", data: { userId, reason: "disowned" } });
const verified = () => happened({ type: "EmailVerified", data: { userId, sameBrowser: true } });
const linksIn = ({ text }: { text: string }) => text.match(/^https?:.*$/gm);
const rendered = (of: string, version = 1) => emails.render(userStream(of), version);

describe("A3 the email of a registration", () => {
  it("A3 is not sent once the registration has lapsed", async () => {
    await lapsed();
    expect(await rendered(userId)).toMatchObject({ pointless: "the registration lapsed meanwhile" });
  });
});

it("CM-25 says of a document that changes all day three times that it did, and again on the next day", async () => {
  const stream = applicationStream(sampleApplication().applicationId);
  const changed = (recordedAt: string, kind: "system" | "user" = "system") =>
    scratch.happened(
      stream,
      { type: "ApplicationChanged", data: sampleApplication() },
      { person: userId, actor: { kind, id: "client documents" }, recordedAt: new Date(recordedAt) },
    );
  for (const minute of [1, 2, 3, 4, 5]) await changed(`2026-03-02T10:0${minute}:00.000Z`);
  await changed("2026-03-02T23:00:00.000Z", "user");
  await changed("2026-03-03T00:00:00.000Z");
  const all = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((version) => emails.render(stream, version)));
  expect(all.map((each) => "email" in each)).toEqual([true, true, true, false, false, true, true]);
});

describe("whose account an email is about", () => {
  it("U16 is said by the first verification email, by one that is sent again, and by one for a second registration", async () => {
    await happened({ type: "VerificationRequested", data: { userId } });
    await decoyRegistered();
    const texts = await Promise.all([
      emails.renderAgain(userStream(userId), 1, "verification"),
      emails.renderAgain(userStream(userId), 2, "verification"),
      emails.renderAgain(userStream(decoyId), 1, "verification"),
    ]);
    for (const email of texts) expect(email?.text).toContain("\nAccount: juniper\n");
  });
});

describe("A3 the email of a decoy", () => {
  it("A3 has the newest links of the pending registration, and says whose they are", async () => {
    await happened({ type: "VerificationRequested", data: { userId } });
    await decoyRegistered();
    const pending = await rendered(userId, 2);
    if (!("email" in pending)) throw new Error(pending.pointless);
    const ofDecoy = await rendered(decoyId);
    if (!("email" in ofDecoy)) throw new Error(ofDecoy.pointless);
    const { to, subject } = pending.email;
    expect(ofDecoy).toMatchObject({ kind: "verification", email: { to, subject } });
    expect(linksIn(ofDecoy.email)).toEqual(linksIn(pending.email));
    expect(linksIn(ofDecoy.email)).toHaveLength(2);
    expect(ofDecoy.email.text).toContain("Only the first registration counts");
  });

  it("A3 says that there is an account once the address is verified", async () => {
    await decoyRegistered();
    await verified();
    const subject = "You already have an account";
    expect(await rendered(decoyId)).toMatchObject({ kind: "already-registered", email: { subject } });
  });

  it("A3 is not sent if the registration that it competes with has lapsed", async () => {
    await decoyRegistered();
    await lapsed();
    expect(await rendered(decoyId)).toMatchObject({ pointless: "the registration lapsed meanwhile" });
  });

  it("A3 is shown again as it was sent", async () => {
    await decoyRegistered();
    const first = await rendered(decoyId);
    if (!("email" in first)) throw new Error(first.pointless);
    await verified();
    expect(await emails.renderAgain(userStream(decoyId), 1, first.kind)).toEqual(first.email);
  });
});

describe("D00 the address of an email about a change", () => {
  const factors = secondFactorsStream(userId);
  const enabled = () =>
    scratch.happened(factors, { type: "TwoFactorEnabled", data: { userId } }, { id: randomUUID(), person: userId });
  const changed = (formerEmail: string, email: string, id = randomUUID()) => {
    const data = { userId, requestId: randomUUID(), identifier: "new", formerIdentifier: "former", formerEmail, email };
    return scratch.happened(userStream(userId), { type: "EmailChanged", data }, { id, person: userId });
  };
  /** The recipients of the emails about the second factors, oldest first. */
  const recipients = async () => {
    const { version } = await scratch.log.read(factors);
    const all = Array.from({ length: version }, (_, before) => emails.render(factors, before + 1));
    return (await Promise.all(all)).map((each) => ("email" in each ? each.email.to : each.pointless));
  };
  beforeEach(() => verified());

  it("D00 is the one that the account had then, whichever it has when the email is sent", async () => {
    await enabled();
    await changed("juniper@example.com", "second@example.com");
    await enabled();
    await changed("second@example.com", "third@example.com");
    await enabled();
    expect(await recipients()).toEqual(["juniper@example.com", "second@example.com", "third@example.com"]);
  });

  it("D00 is that of the owner, if the change was undone", async () => {
    const changeId = randomUUID();
    await enabled();
    await changed("juniper@example.com", "second@example.com", changeId);
    await enabled();
    await changed("second@example.com", "third@example.com");
    const released = ["new"];
    await happened({
      type: "EmailChangeUndone",
      data: { userId, changeId, email: "juniper@example.com", released },
    });
    await enabled();
    await changed("juniper@example.com", "fourth@example.com");
    expect(await recipients()).toEqual(Array(3).fill("juniper@example.com"));
  });

  it("D00 is the one that the account has now, if the email lets someone in", async () => {
    const codes = emailCodesStream(userId);
    await scratch.happened(codes, { type: "EmailCodeRequested", data: { userId, purpose: "sign-in" } });
    await changed("juniper@example.com", "second@example.com");
    expect(await emails.render(codes, 1)).toMatchObject({ email: { to: "second@example.com" } });
  });
});
