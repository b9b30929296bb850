import { randomUUID } from "node:crypto";
import { sessionStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import {
  type Answered,
  type Asking,
  call,
  emailTo,
  givenSignedInUser,
  givenUnverifiedUser,
  newPerson,
  signIn,
  tokenIn,
} from "./client.ts";
import { sessionIdOf } from "./session-calls.ts";
import { when } from "./stored-log.ts";
import { cookieIn } from "./wire.ts";

const stack = sharedProductScene();

const day = 86_400;
/** The attributes that every cookie has; without Max-Age it ends with the browser's session. */
const safe = { path: "/", secure: "", httponly: "", samesite: "Lax" };
const safeFor = (seconds: number) => ({ ...safe, "max-age": String(seconds) });
const position = ["__Host-position", safeFor(30)];
const device = ["__Host-device", safeFor(180 * day)];
const registration = ["__Host-registration", safeFor(8 * day)];
const browserSession = ["__Host-session", safe];
const rememberedSession = ["__Host-session", safeFor(90 * day)];
const clearedSession = ["__Host-session", safeFor(0)];

/** The name and the attributes of every cookie that the response sets, sorted by name. */
const cookiesOf = ({ headers }: Answered) => headers.getSetCookie().toSorted().map(nameAndAttributes);
function nameAndAttributes(line: string): [string, Record<string, string>] {
  const [pair = "", ...attributes] = line.split("; ");
  const entries = attributes.map((attribute) => {
    const [key = "", value = ""] = attribute.split("=");
    return [key.toLowerCase(), value];
  });
  return [pair.slice(0, pair.indexOf("=")), Object.fromEntries(entries)];
}
const sessionIn = ({ headers }: Answered) => cookieIn(headers, "__Host-session");

const send = (request: string, asking?: Asking) => call(stack.url, request, asking);
const newestLinkTo = async (email: string) => tokenIn(await emailTo(stack.url, email, "Verify"));
const revoke = (id: string, token: string) => send(`DELETE /api/user/sessions/${id}`, { token });

it("SE-07 sets only __Host- cookies that are Secure, HttpOnly, SameSite=Lax and valid for the whole site", async () => {
  const person = newPerson();
  const { email, password } = person;

  const registered = await send("POST /api/auth/register", { body: person });

  expect([registered.status, cookiesOf(registered)]).toEqual([201, [device, position, registration, browserSession]]);
  expect(sessionIn(registered)).toBe(registered.body.token);

  const firstLink = await newestLinkTo(email);

  const resent = await send("POST /api/auth/resend-verification", { body: { email } });

  expect([resent.status, cookiesOf(resent)]).toEqual([200, [position]]);

  await expect.poll(() => newestLinkTo(email)).not.toBe(firstLink);
  const newestLink = await newestLinkTo(email);

  const verified = await send(`GET /api/auth/verify-email?token=${newestLink}`);

  expect([verified.status, cookiesOf(verified)]).toEqual([200, [device, position]]);

  const signedIn = await send("POST /api/auth/login", { body: { email, password } });

  expect([signedIn.status, cookiesOf(signedIn)]).toEqual([200, [device, position, browserSession]]);

  const remembered = await send("POST /api/auth/login", { body: { email, password, rememberMe: true } });

  expect([remembered.status, cookiesOf(remembered)]).toEqual([200, [device, position, rememberedSession]]);
  expect(sessionIn(remembered)).toBe(remembered.body.token);

  const { token } = remembered.body;
  const newPassword = "another horse battery";
  const writes: [string, object?][] = [
    ["PUT /api/user/profile", { firstName: "Ada", lastName: "" }],
    ["PUT /api/user/password", { currentPassword: password, newPassword, confirmPassword: newPassword }],
    ["DELETE /api/user/sessions"],
  ];
  for (const [request, body] of writes) {
    const written = await send(request, { token, body });

    expect([written.status, cookiesOf(written)], request).toEqual([200, [position]]);
  }

  const signedOut = await send("POST /api/auth/logout", { token });

  expect([signedOut.status, cookiesOf(signedOut)]).toEqual([200, [position, clearedSession]]);
  expect(sessionIn(signedOut)).toBe("");
});

it("SE-07 clears the cookie when a session revokes itself by its id, and only then", async () => {
  const user = await givenSignedInUser(stack.url);
  const [own, other] = [user.token, await signIn(stack.url, user)].map(sessionIdOf) as [string, string];
  const endOf = (id: string) => [[sessionStream(id), "SessionEnded"]];

  const ofOther = await when(stack, () => revoke(other, user.token));

  expect([ofOther.response.status, cookiesOf(ofOther.response)]).toEqual([200, [position]]);
  expect(ofOther.events.map(({ stream, type }) => [stream, type])).toEqual(endOf(other));

  const ofItself = await when(stack, () => revoke(own, user.token));

  expect([ofItself.response.status, cookiesOf(ofItself.response)]).toEqual([200, [position, clearedSession]]);
  expect(ofItself.events.map(({ stream, type }) => [stream, type])).toEqual(endOf(own));
});

it("SE-07 sets no cookie with refusals, reads, pages and files", async () => {
  const { token, id: _, ...person } = await givenUnverifiedUser(stack.url);
  const wrong = { email: person.email, password: "not my password" };
  const calls: [number, string, Asking?][] = [
    [401, "POST /api/auth/login", { body: wrong }],
    [403, "POST /api/auth/login", { body: { ...wrong, password: person.password } }],
    [400, "POST /api/auth/register", { body: {} }],
    [409, "POST /api/auth/register", { body: { ...person, username: "somebodyelse" } }],
    [403, "PUT /api/user/profile", { token, body: { firstName: "", lastName: "" } }],
    [401, "POST /api/auth/logout"],
    [401, `DELETE /api/user/sessions/${randomUUID()}`],
    [400, "GET /api/auth/verify-email?token=x"],
    [400, "POST /api/auth/unlock", { body: { token: "x" } }],
    [200, "GET /health/ready"],
    [200, "GET /openapi.json"],
    [200, "GET /login"],
    [200, "GET /favicon.svg"],
    [404, "GET /api/nothing"],
  ];

  for (const [status, request, asking] of calls) {
    const response = await send(request, asking);

    expect([response.status, cookiesOf(response)], request).toEqual([status, []]);
  }
});
