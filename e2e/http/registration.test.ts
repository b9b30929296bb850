import type { DevEmail } from "@attestory/command-api/mail/dev-inbox-schema.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { sampleUser } from "@attestory/http/testing/sample-user.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import type { SharedProduct } from "../shared-product.ts";
import {
  type Answered,
  call,
  emailsTo,
  emailTo,
  givenSignedInUser,
  givenUnverifiedUser,
  newPerson,
  type Person,
  register,
  signIn,
  verify,
} from "./client.ts";
import { facts, storedEvents, when } from "./stored-log.ts";

const lenient = sharedProductScene();
const strict = sharedProductScene({ ENUMERATION_PROTECTION: "strict" });
/** The number of events that each product had before. */
const countBefore = new Map<SharedProduct, number>();
beforeAll(async () => {
  for (const product of [lenient, strict]) countBefore.set(product, (await storedEvents(product)).length);
});

const sendRegistration = ({ url }: SharedProduct, body: object) => call(url, "POST /api/auth/register", { body });
const sendSignIn = ({ url }: SharedProduct, { email, password }: Pick<Person, "email" | "password">) =>
  call(url, "POST /api/auth/login", { body: { email, password } });
/** The events of the account and of its sessions. */
const accountOf = async (product: SharedProduct, id: string) =>
  (await facts(product)).filter(({ stream, person }) => stream === userStream(id) || person === id);
/** Of an owner who signed in twice. */
const ownSubjects = ["New sign-in to your account", "Verify your email address"];
const subjectsTo = async ({ url }: SharedProduct, email: string): Promise<string[]> =>
  (await emailsTo(url, email)).map(({ subject }) => subject);
/** Waits until every email that this file caused is sent or abandoned; returns their number. */
async function waitForEmails(product: SharedProduct): Promise<number> {
  const emails = async () => {
    const events = (await storedEvents(product)).slice(countBefore.get(product));
    const asking = /^(UserRegistered|DecoyRegistered|VerificationRequested|PasswordChanged)$/;
    const asked = events.filter(({ type }) => asking.test(type)).map(({ id }) => id);
    const out = events.filter(({ type }) => /^Letter(Sent|Abandoned)$/.test(type));
    const causes = new Set(out.map(({ data }) => JSON.parse(data).causeId));
    return { asked, waiting: asked.filter((id) => !causes.has(id)) };
  };
  await expect.poll(async () => (await emails()).waiting).toEqual([]);
  return (await emails()).asked.length;
}

/** What an outsider can compare of two responses: everything but the values that differ each time. */
const comparable = ({ status, headers, body: { token, user } }: Answered) => ({
  status,
  headers: [...headers.keys()].toSorted(),
  length: headers.get("content-length"),
  cookies: headers.getSetCookie().map((line) => line.replace(/=[^;]+/, "=")),
  tokenLength: token.length,
  uuidVersion: user.id[14],
});

/** The links of an email, in their order. */
const linksOf = ({ text }: Pick<DevEmail, "text">) => text.match(/https?:\/\/\S+/g);

describe("registering a taken address or username", () => {
  it("T2 AU-06 names the taken address and leaves its account unchanged (lenient)", async () => {
    const owner = await givenSignedInUser(lenient.url);
    const account = await accountOf(lenient, owner.id);
    const intruder = newPerson({ email: owner.email.toUpperCase() });

    const { response, events } = await when(lenient, () => sendRegistration(lenient, intruder));

    expect(response.status).toBe(409);
    expect(response.body).toEqual({ code: "email_taken", message: expect.stringMatching(/email address/) });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(events.map(({ type }) => type)).not.toContain("UserRegistered");
    expect(await accountOf(lenient, owner.id)).toEqual(account);
    await signIn(lenient.url, owner);
    await emailTo(lenient.url, owner.email, "New sign-in");
    const signInOfIntruder = await sendSignIn(lenient, { email: owner.email, password: "another passphrase" });
    expect(signInOfIntruder.status).toBe(401);
    await waitForEmails(lenient);
    expect(await subjectsTo(lenient, owner.email)).toEqual(ownSubjects);
    // The username of the refused registration is free again.
    await register(lenient.url, newPerson({ username: intruder.username }));
  });

  it.each(["lenient", "strict"])(
    "T2 AU-06 names the taken username and leaves its account unchanged (%s)",
    async (mode) => {
      const product = mode === "strict" ? strict : lenient;
      const owner = await givenSignedInUser(product.url);
      const account = await accountOf(product, owner.id);
      const intruder = newPerson({ username: owner.username.toUpperCase() });

      const { response, events } = await when(product, () => sendRegistration(product, intruder));

      expect(response.status).toBe(409);
      expect(response.body).toEqual({ code: "username_taken", message: expect.stringMatching(/username/) });
      expect(events.map(({ type }) => type)).not.toContain("UserRegistered");
      expect(await accountOf(product, owner.id)).toEqual(account);
      await signIn(product.url, owner);
      // The address of the refused registration is free.
      await register(product.url, newPerson({ email: intruder.email }));
    },
  );

  it("T2 AU-06 answers a known address like a new one (strict)", async () => {
    const verified = await givenSignedInUser(strict.url);
    const unverified = await givenUnverifiedUser(strict.url);
    const fresh = newPerson();
    const people = [fresh, verified, unverified, verified].map(({ email }) => newPerson({ email }));

    const responses: Answered[] = [];
    for (const person of people) responses.push(await sendRegistration(strict, { ...person, firstName: "Ada" }));

    for (const [n, { status, body }] of responses.entries()) {
      expect(status).toBe(201);
      const { email, username } = people[n] ?? {};
      const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
      expect(body.user).toEqual({ ...sampleUser({ emailVerified: false }), id, email, username });
    }
    const [ofFresh, ...ofKnown] = responses.map(comparable);
    expect(ofKnown).toEqual([ofFresh, ofFresh, ofFresh]);
  });

  it("T2 AU-06 appends as many events for a known address as for a new one (strict)", async () => {
    const owner = await givenSignedInUser(strict.url);
    const growthBy = async (email: string) => {
      const emailsBefore = await waitForEmails(strict);
      const { events } = await when(strict, () => register(strict.url, newPerson({ email })));
      return { events: events.length, emails: (await waitForEmails(strict)) - emailsBefore };
    };

    const ofFresh = await growthBy(newPerson().email);

    expect(await growthBy(owner.email)).toEqual(ofFresh);
    expect(await growthBy(owner.email)).toEqual(ofFresh);
  });

  it("T2 AU-06 notifies the owner by email and gives the intruder no access (strict)", async () => {
    const owner = await givenSignedInUser(strict.url);
    const ownEvents = async () =>
      (await accountOf(strict, owner.id)).filter(({ stream }) => stream === userStream(owner.id));
    const eventsBefore = await ownEvents();
    const intruder = newPerson({ email: owner.email, password: "the intruder's own" });

    const { token, user } = await register(strict.url, intruder);

    expect(user.id).not.toBe(owner.id);
    const notice = await emailTo(strict.url, owner.email, "You already have an account");
    expect(notice.text).not.toContain("token=");
    expect(notice.text + notice.html).not.toContain(intruder.username);
    const names = { firstName: "Mallory", lastName: "" };
    const profile = await call(strict.url, "PUT /api/user/profile", { token, body: names });
    expect([profile.status, profile.body.code]).toEqual([403, "email_not_verified"]);
    const signInOfIntruder = await sendSignIn(strict, intruder);
    expect([signInOfIntruder.status, signInOfIntruder.body.code]).toEqual([401, "invalid_credentials"]);
    const { email } = owner;
    const resend = await call(strict.url, "POST /api/auth/resend-verification", { token, body: { email } });
    expect(resend.status).toBe(200);
    await signIn(strict.url, owner);
    await emailTo(strict.url, email, "New sign-in");
    await waitForEmails(strict);
    const subjects = await subjectsTo(strict, email);
    expect(subjects.toSorted()).toEqual([...ownSubjects, "You already have an account"]);
    expect(await ownEvents()).toEqual(eventsBefore);
  });

  it("T2 A3 AU-06 sends an unverified owner the links of the verification email once more (strict)", async () => {
    const owner = await givenUnverifiedUser(strict.url);
    const first = await emailTo(strict.url, owner.email);

    await register(strict.url, newPerson({ email: owner.email.toUpperCase(), password: "the intruder's own" }));

    const again = async () => (await subjectsTo(strict, owner.email)).length;
    await expect.poll(again).toBe(2);
    const second = await emailTo(strict.url, owner.email);
    expect(second.id).not.toBe(first.id);
    expect(second.subject).toBe(first.subject);
    expect(linksOf(second)).toEqual(linksOf(first));
    await verify(strict.url, owner.email);
    await signIn(strict.url, owner);
  });
});
