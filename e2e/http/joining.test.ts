/** @module-tag own-stack */
import { invitationStream, signUpPolicyStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { givenAdmin, type Member } from "./admins.ts";
import { givenApiKey } from "./api-key-calls.ts";
import { call, givenSignedInUser, newPerson } from "./client.ts";
import { invite, join, outcome, revoke, setPolicy, tokenOf } from "./joining-calls.ts";
import { facts, knowingAll } from "./stored-log.ts";

let product: InProcess;
let url: string;
let admin: Member;
beforeAll(async () => {
  product = await startInProcess();
  ({ url } = product);
  admin = await givenAdmin(product);
});
afterAll(() => product.remove());
beforeEach(async () => {
  expect((await setPolicy(url, admin, "open")).status).toBe(200);
});

const at = (domain: string) => ({ email: `${newPerson().username}@${domain}` });
const joined = [201, null];
const noAddress = [400, "invalid_fields", "email"];

describe("the sign-up policy", () => {
  it("JO-01 holds for the registration that follows its answer, and for none that came before", async () => {
    const before = await givenSignedInUser(url);
    expect((await setPolicy(url, admin, "closed")).body).toEqual({ message: "Sign-up policy updated" });
    const seen = (await facts(product)).length;
    expect(outcome(await join(url))).toEqual([403, "sign_up_closed"]);
    expect((await facts(product)).length).toBe(seen);
    expect((await call(url, "GET /api/auth/me", { token: before.token })).status).toBe(200);
    expect((await setPolicy(url, admin, "open")).status).toBe(200);
    expect(outcome(await join(url))).toEqual(joined);
  });

  it("JO-01 says nothing about the accounts that exist, before it refuses", async () => {
    const { email, username } = await givenSignedInUser(url);
    for (const [mode, domains] of [
      ["closed", undefined],
      ["invitation", undefined],
      ["only-domains", ["example.org"]],
      ["not-domains", ["example.com"]],
    ] as const) {
      await setPolicy(url, admin, { mode: mode, domains: domains && [...domains] });
      const answers = [await join(url), await join(url, { email }), await join(url, { email, username })];
      expect(answers.map(({ body }) => body)).toEqual(Array(3).fill(answers[0]?.body));
      expect(answers.map(({ status }) => status)).not.toContain(201);
    }
  });

  it("JO-02 lets in addresses of given domains alone, in every spelling, or all but these", async () => {
    await setPolicy(url, admin, { mode: "only-domains", domains: ["Example.ORG", "bücher.example"] });
    expect(outcome(await join(url, at("example.org")))).toEqual(joined);
    expect(outcome(await join(url, at("EXAMPLE.org")))).toEqual(joined);
    expect(outcome(await join(url, at("xn--bcher-kva.example")))).toEqual(joined);
    for (const other of ["example.com", "mail.example.org", "notexample.org", "example.org.example.com"]) {
      expect(outcome(await join(url, at(other)))).toEqual(noAddress);
    }
    await setPolicy(url, admin, { mode: "not-domains", domains: ["example.org"] });
    expect(outcome(await join(url, at("Example.org")))).toEqual(noAddress);
    expect(outcome(await join(url, at("mail.example.org")))).toEqual(joined);
  });

  it("JO-02 needs a domain where it is about domains, and refuses what is none", async () => {
    for (const domains of [[], undefined, ["1.2.3.4"], ["example"], ["@example.com"], ["ex ample.com"]]) {
      const { status, body } = await setPolicy(url, admin, { mode: "only-domains", domains: domains });
      expect([status, body.code, Object.keys(body.fields)[0]?.split(".")[0]]).toEqual([
        400,
        "invalid_fields",
        "domains",
      ]);
    }
    expect((await setPolicy(url, admin, "sometimes" as "open")).body.fields).toHaveProperty("mode");
  });

  it("JO-01 is shown to anyone, without the domains that are kept out", async () => {
    const read = async () =>
      (await call(url, "GET /api/auth/sign-up-policy", { headers: await knowingAll(product) })).body;
    await setPolicy(url, admin, { mode: "only-domains", domains: ["Example.ORG"] });
    expect(await read()).toEqual({ mode: "only-domains", domains: ["example.org"] });
    await setPolicy(url, admin, { mode: "not-domains", domains: ["example.org"] });
    expect(await read()).toEqual({ mode: "not-domains", domains: null });
    const headers = await knowingAll(product);
    const seen = await call(url, "GET /api/admin/sign-up-policy", { token: admin.token, headers });
    expect(seen.body).toEqual({
      mode: "not-domains",
      domains: ["example.org"],
      setAt: expect.any(String),
      setBy: { id: admin.id, username: admin.username },
    });
  });

  it("JO-01 does not hold for accounts that a program creates", async () => {
    const { keyValue } = await givenApiKey(product, await givenSignedInUser(url), { scopes: ["users:write"] });
    await setPolicy(url, admin, "closed");
    const { password: _, ...person } = newPerson();
    const created = await call(url, "POST /api/users", { token: keyValue, body: person });
    expect(created.status).toBe(201);
  });
});

it("LG-03 records the policy, invitations and their end with which admin asked, when, from where and in which request", async () => {
  const policy = await setPolicy(url, admin, "invitation");
  const made = await invite(url, admin);
  const { id, url: link } = made.body.invitation;
  const used = await join(url, { invitation: tokenOf(link) });
  const revoked = await revoke(url, admin, id);
  const events = [
    ...(await product.history(signUpPolicyStream)).slice(-1),
    ...(await product.history(invitationStream(id))),
  ];
  const [anyone, byAdmin] = [
    { kind: "anyone", id: "" },
    { kind: "user", id: admin.id },
  ];
  const expected = [
    ["SignUpPolicySet", byAdmin, policy, /127\.0\.0\.1|::1/],
    ["InvitationMade", byAdmin, made, /127\.0\.0\.1|::1/],
    ["InvitationUsed", anyone, used, null],
    ["InvitationRevoked", byAdmin, revoked, /127\.0\.0\.1|::1/],
  ] as const;
  expect(events.map(({ type }) => type)).toEqual(expected.map(([type]) => type));
  for (const [index, [type, actor, answer, ip]] of expected.entries()) {
    expect(events[index], type).toMatchObject({
      actor,
      sessionId: actor === byAdmin ? admin.token.split("_")[1] : null,
      ip: ip && expect.stringMatching(ip),
      correlationId: answer.headers.get("x-request-id"),
    });
  }
});
