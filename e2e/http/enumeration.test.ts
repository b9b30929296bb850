import { userStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { emailsTo, givenSignedInUser, givenUnverifiedUser, newPerson, type Person } from "./client.ts";
import { when } from "./stored-log.ts";
import { jsonHeaders, send } from "./wire.ts";

const product = sharedProductScene();
let people: Record<"inactive" | "inactiveUnverified" | "unknown", Person> &
  Record<"verified" | "unverified", Person & { id: string }>;

const deactivate = (userId: string) =>
  product.happened(userStream(userId), { type: "UserDeactivated", data: { userId } });
beforeAll(async () => {
  const inactive = await givenSignedInUser(product.url);
  await deactivate(inactive.id);
  const inactiveUnverified = await givenUnverifiedUser(product.url);
  await deactivate(inactiveUnverified.id);
  people = {
    verified: await givenSignedInUser(product.url),
    unverified: await givenUnverifiedUser(product.url),
    inactive,
    inactiveUnverified,
    unknown: newPerson(),
  };
});

const post = (url: string, path: string, fields: object) => {
  const body = JSON.stringify(fields);
  return send(url, `POST ${path}`, { headers: jsonHeaders(body), body });
};
const sendSignIn = (email: string, password: string) => post(product.url, "/api/auth/login", { email, password });
const sendResend = (email: string) => post(product.url, "/api/auth/resend-verification", { email });
const sendForgot = (email: string) => post(product.url, "/api/auth/forgot-password", { email });

/** An answer as an outsider compares it: without the parts that differ between any two answers. */
const comparable = ({ status, headers, text }: Awaited<ReturnType<typeof send>>) => {
  const { date: _, "x-request-id": __, ...rest } = headers;
  return { status, text, headers: rest };
};
/** The same, without the position, which differs each time and is checked here. */
const expectPositioned = (received: Awaited<ReturnType<typeof send>>) => {
  const answer = comparable(received);
  const { "set-cookie": cookies = [], "x-log-position": position, ...headers } = answer.headers;
  expect(position).toMatch(/^[\w-]{80}$/);
  expect(cookies.map((line) => line.replace(/=[^;]*/, "="))).toEqual([
    "__Host-position=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=30",
  ]);
  return { ...answer, headers };
};
const countEmailsTo = async (email: string) => (await emailsTo(product.url, email)).length;

describe("the existence of an account", () => {
  it("AU-01 is not revealed by the refusal of a wrong password", async () => {
    const { verified, unverified, inactive, inactiveUnverified, unknown } = people;
    const wrong = "not anybody's password";

    const { response: answers, events } = await when(product, async () => ({
      wrongPassword: await sendSignIn(verified.email, wrong),
      unknown: await sendSignIn(unknown.email, wrong),
      inactive: await sendSignIn(inactive.email, wrong),
      inactiveRight: await sendSignIn(inactive.email, inactive.password),
      unverified: await sendSignIn(unverified.email, wrong),
      inactiveUnverified: await sendSignIn(inactiveUnverified.email, wrong),
      inactiveUnverifiedRight: await sendSignIn(inactiveUnverified.email, inactiveUnverified.password),
      noSuchDomain: await sendSignIn("nobody@nowhere.invalid", wrong),
      anothersPassword: await sendSignIn(unknown.email, verified.password),
    }));

    const first = comparable(answers.wrongPassword);
    expect(first.status).toBe(401);
    expect(JSON.parse(first.text)).toEqual({
      code: "invalid_credentials",
      message: "Email or password is not right",
    });
    expect(first.headers["set-cookie"]).toBeUndefined();
    expect(first.headers["www-authenticate"]).toBe("Bearer");
    for (const [name, answer] of Object.entries(answers)) {
      expect({ name, ...comparable(answer) }).toEqual({ name, ...first });
    }
    expect(events).toEqual([]);
  });

  it("AU-07 is not revealed by requesting another email, which only an unverified user receives", async () => {
    const { verified, unverified, inactive, inactiveUnverified, unknown } = people;
    await expect.poll(() => countEmailsTo(inactiveUnverified.email)).toBe(1);
    await expect.poll(() => countEmailsTo(unverified.email)).toBe(1);

    const { response: answers, events } = await when(product, async () => {
      const received = {
        unknown: await sendResend(unknown.email),
        verified: await sendResend(verified.email),
        inactive: await sendResend(inactive.email),
        inactiveUnverified: await sendResend(inactiveUnverified.email),
        unverified: await sendResend(unverified.email),
      };
      await expect.poll(() => countEmailsTo(unverified.email)).toBe(2);
      return received;
    });

    const first = expectPositioned(answers.unknown);
    expect(first.status).toBe(200);
    expect(Object.keys(JSON.parse(first.text))).toEqual(["message"]);
    for (const [kind, answer] of Object.entries(answers)) {
      expect({ kind, ...expectPositioned(answer) }).toEqual({ kind, ...first });
    }
    expect(events.map(({ stream, type }) => [stream, type])).toEqual([
      [userStream(unverified.id), "VerificationRequested"],
    ]);
    for (const { email } of [verified, inactive, inactiveUnverified]) {
      expect({ email, emails: await countEmailsTo(email) }).toEqual({ email, emails: 1 });
    }
    expect(await countEmailsTo(unknown.email)).toBe(0);
  });

  it("AU-07 EV-09 is not revealed by requesting a new password, for which only active users get a link", async () => {
    const { verified, unverified, inactive, inactiveUnverified, unknown } = people;

    const { response: answers, events } = await when(product, async () => ({
      unknown: await sendForgot(unknown.email),
      verified: await sendForgot(verified.email),
      unverified: await sendForgot(unverified.email),
      inactive: await sendForgot(inactive.email),
      inactiveUnverified: await sendForgot(inactiveUnverified.email),
      noSuchDomain: await sendForgot("nobody@nowhere.invalid"),
    }));

    const first = expectPositioned(answers.unknown);
    expect(first.status).toBe(200);
    for (const [kind, answer] of Object.entries(answers)) {
      expect({ kind, ...expectPositioned(answer) }).toEqual({ kind, ...first });
    }
    expect(new Set(events.map(({ stream, type }) => `${stream} ${type}`))).toEqual(
      new Set([verified, unverified].map(({ id }) => `${userStream(id)} PasswordResetRequested`)),
    );
  });
});
