/** @module-tag own-stack */
import { invitationStream, signUpPolicyStream } from "@attestory/events/envelope.ts";
import { describe, expect, it } from "vitest";
import { givenApiKey } from "./api-key-calls.ts";
import { call, givenSignedInUser, newPerson } from "./client.ts";
import { invite, join, outcome, revoke, setPolicy, tokenOf } from "./joining-calls.ts";
import { at, joined, joiningScene, noAddress } from "./joining-scene.ts";
import { facts, knowingAll } from "./stored-log.ts";

const scene = joiningScene();

describe("the sign-up policy", () => {
  it("JO-01 holds for the registration that follows its answer, and for none that came before", async () => {
    const before = await givenSignedInUser(scene.url);
    expect((await setPolicy(scene.url, scene.admin, "closed")).body).toEqual({ message: "Sign-up policy updated" });
    const seen = (await facts(scene.product)).length;
    expect(outcome(await join(scene.url))).toEqual([403, "sign_up_closed"]);
    expect((await facts(scene.product)).length).toBe(seen);
    expect((await call(scene.url, "GET /api/auth/me", { token: before.token })).status).toBe(200);
    expect((await setPolicy(scene.url, scene.admin, "open")).status).toBe(200);
    expect(outcome(await join(scene.url))).toEqual(joined);
  });

  it("JO-01 says nothing about the accounts that exist, before it refuses", async () => {
    const { email, username } = await givenSignedInUser(scene.url);
    for (const [mode, domains] of [
      ["closed", undefined],
      ["invitation", undefined],
      ["only-domains", ["example.org"]],
      ["not-domains", ["example.com"]],
    ] as const) {
      await setPolicy(scene.url, scene.admin, { mode: mode, domains: domains && [...domains] });
      const answers = [
        await join(scene.url),
        await join(scene.url, { email }),
        await join(scene.url, { email, username }),
      ];
      expect(answers.map(({ body }) => body)).toEqual(Array(3).fill(answers[0]?.body));
      expect(answers.map(({ status }) => status)).not.toContain(201);
    }
  });

  it("JO-02 lets in addresses of given domains alone, in every spelling, or all but these", async () => {
    await setPolicy(scene.url, scene.admin, { mode: "only-domains", domains: ["Example.ORG", "bücher.example"] });
    expect(outcome(await join(scene.url, at("example.org")))).toEqual(joined);
    expect(outcome(await join(scene.url, at("EXAMPLE.org")))).toEqual(joined);
    expect(outcome(await join(scene.url, at("xn--bcher-kva.example")))).toEqual(joined);
    for (const other of ["example.com", "mail.example.org", "notexample.org", "example.org.example.com"]) {
      expect(outcome(await join(scene.url, at(other)))).toEqual(noAddress);
    }
    await setPolicy(scene.url, scene.admin, { mode: "not-domains", domains: ["example.org"] });
    expect(outcome(await join(scene.url, at("Example.org")))).toEqual(noAddress);
    expect(outcome(await join(scene.url, at("mail.example.org")))).toEqual(joined);
  });

  it("JO-02 needs a domain where it is about domains, and refuses what is none", async () => {
    for (const domains of [[], undefined, ["1.2.3.4"], ["example"], ["@example.com"], ["ex ample.com"]]) {
      const { status, body } = await setPolicy(scene.url, scene.admin, { mode: "only-domains", domains: domains });
      expect([status, body.code, Object.keys(body.fields)[0]?.split(".")[0]]).toEqual([
        400,
        "invalid_fields",
        "domains",
      ]);
    }
    expect((await setPolicy(scene.url, scene.admin, "sometimes" as "open")).body.fields).toHaveProperty("mode");
  });

  it("JO-01 is shown to anyone, without the domains that are kept out", async () => {
    const read = async () =>
      (await call(scene.url, "GET /api/auth/sign-up-policy", { headers: await knowingAll(scene.product) })).body;
    await setPolicy(scene.url, scene.admin, { mode: "only-domains", domains: ["Example.ORG"] });
    expect(await read()).toEqual({ mode: "only-domains", domains: ["example.org"] });
    await setPolicy(scene.url, scene.admin, { mode: "not-domains", domains: ["example.org"] });
    expect(await read()).toEqual({ mode: "not-domains", domains: null });
    const headers = await knowingAll(scene.product);
    const seen = await call(scene.url, "GET /api/admin/sign-up-policy", { token: scene.admin.token, headers });
    expect(seen.body).toEqual({
      mode: "not-domains",
      domains: ["example.org"],
      setAt: expect.any(String),
      setBy: { id: scene.admin.id, username: scene.admin.username },
    });
  });

  it("JO-01 does not hold for accounts that a program creates", async () => {
    const { keyValue } = await givenApiKey(scene.product, await givenSignedInUser(scene.url), {
      scopes: ["users:write"],
    });
    await setPolicy(scene.url, scene.admin, "closed");
    const { password: _, ...person } = newPerson();
    const created = await call(scene.url, "POST /api/users", { token: keyValue, body: person });
    expect(created.status).toBe(201);
  });
});

it("LG-03 records the policy, invitations and their end with which admin asked, when, from where and in which request", async () => {
  const policy = await setPolicy(scene.url, scene.admin, "invitation");
  const made = await invite(scene.url, scene.admin);
  const { id, url: link } = made.body.invitation;
  const used = await join(scene.url, { invitation: tokenOf(link) });
  const revoked = await revoke(scene.url, scene.admin, id);
  const events = [
    ...(await scene.product.history(signUpPolicyStream)).slice(-1),
    ...(await scene.product.history(invitationStream(id))),
  ];
  const [anyone, byAdmin] = [
    { kind: "anyone", id: "" },
    { kind: "user", id: scene.admin.id },
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
      sessionId: actor === byAdmin ? scene.admin.token.split("_")[1] : null,
      ip: ip && expect.stringMatching(ip),
      correlationId: answer.headers.get("x-request-id"),
    });
  }
});
