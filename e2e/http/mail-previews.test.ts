import { expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin } from "./admins.ts";
import { call, emailTo, givenUnverifiedUser } from "./client.ts";

const stack = sharedProductScene();

/** What a frame of our own pages may show, and no other. */
const framed = {
  "content-type": "text/html; charset=utf-8",
  "x-frame-options": "SAMEORIGIN",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
    "sandbox allow-popups allow-popups-to-escape-sandbox",
};
const headersOf = (answered: Response) =>
  Object.fromEntries(Object.keys(framed).map((name) => [name, answered.headers.get(name)]));

it("U16 shows admins each email with sample data, its HTML to a frame that runs nothing", async () => {
  const { token } = await givenAdmin(stack);
  const { status, body } = await call(stack.url, "GET /api/admin/mail/previews", { token });
  expect(status).toBe(200);
  const preview = body.find(({ id }: { id: string }) => id === "password-changed");
  expect(preview).toMatchObject({ subject: "Your password was changed", when: "The password is changed" });

  // A frame sends no other credential.
  const headers = { cookie: `__Host-session=${token}` };
  const answered = await fetch(`${stack.url}/api/admin/mail/previews/password-changed/html?theme=dark`, { headers });
  expect([answered.status, headersOf(answered)]).toEqual([200, framed]);
  expect(await answered.text()).toContain("@media all");
  const none = await fetch(`${stack.url}/api/admin/mail/previews/nothing/html`, { headers });
  expect(none.status).toBe(404);
});

it("U16 shows the HTML of an email in the dev inbox to a frame that runs nothing", async () => {
  const { email } = await givenUnverifiedUser(stack.url);
  const sent = await emailTo(stack.url, email, "Verify your email address");
  const answered = await fetch(`${stack.url}/api/dev/inbox/${sent.id}/html`);
  expect([answered.status, headersOf(answered), await answered.text()]).toEqual([200, framed, sent.html]);
  const none = await fetch(`${stack.url}/api/dev/inbox/${crypto.randomUUID()}/html`);
  expect(none.status).toBe(404);
});
