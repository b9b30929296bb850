/**
 * @module-tag embedded/many-addresses
 * @module-tag embedded/moves-clock
 */
import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { call, givenSignedInUser, newPerson, type Person } from "./client.ts";
import { from } from "./limited.ts";
import { when } from "./stored-log.ts";

const product = ownProductScene({ RATE_LIMITS: "on", TRUST_PROXY: "1" });
let owner: Person & { token: string };
beforeAll(async () => {
  product.stopClock();
  owner = await givenSignedInUser(product.url, { username: "grace.hopper", email: "amazing@example.com" });
});

const sendRegistration = (person: Person) => call(product.url, "POST /api/auth/register", { body: person });
const sendChange = (newPassword: string, currentPassword = owner.password) =>
  call(product.url, "PUT /api/user/password", {
    token: owner.token,
    body: { currentPassword, newPassword, confirmPassword: newPassword },
  });
const sendCheck = (body: object, address = "198.51.100.1") =>
  call(product.url, "POST /api/auth/check", { headers: from(address), body });

/** Passwords from the start and the end of the list of common ones, and variants of them. */
const common = ["password", "12345678", "iloveyou", "trustno1", "1qaz2wsx", "PASSWORD", "Sunshine", "michelle1"];
const own = ["grace.hopper", "Grace.Hopper", "grace.hopper99!", "amazing@example.com", "12AMAZING34"];
const products = ["attestory", "Attestory1!", "ATTESTORY-2026"];

describe("a common password", () => {
  it.each([...common, ...own, ...products])("PW-05 is rejected by its field's name: %s", async (password) => {
    const person = newPerson({ password, username: "grace.hopper", email: "amazing@example.com" });

    const registration = await when(product, () => sendRegistration(person));
    const change = await when(product, () => sendChange(password));
    const check = await sendCheck({ password, username: "grace.hopper" });

    expect(registration.response.status).toBe(400);
    expect(registration.response.body).toEqual({
      code: "known_password",
      message: expect.stringContaining("nobody would try first"),
      fields: { password: expect.any(String) },
    });
    expect(registration.events).toEqual([]);
    expect(change.response.status).toBe(400);
    expect(change.response.body).toMatchObject({ code: "known_password", fields: { newPassword: expect.any(String) } });
    expect(change.events).toEqual([]);
    expect(check.body).toMatchObject({ passwordKnown: !password.toLowerCase().includes("amazing") });
  });

  it("PW-05 is rejected regardless of the current password, and counts as no attempt", async () => {
    for (let n = 0; n < 7; n++) {
      const { response, events } = await when(product, () => sendChange("password", "not it"));
      expect([response.status, response.body.code]).toEqual([400, "known_password"]);
      expect(events).toEqual([]);
    }

    const { body } = await sendChange(owner.password);

    expect(body).toMatchObject({ code: "same_password" });
  });

  it("PW-05 may be part of a longer password", async () => {
    for (const password of ["password of my own", "my attestory", "grace.hopper was here", "12345678 geese"]) {
      const { response, events } = await when(product, () => sendRegistration(newPerson({ password })));
      const check = await sendCheck({ password });

      expect(response.status, password).toBe(201);
      expect(events.map(({ type }) => type)).toContain("UserRegistered");
      expect(check.body).toEqual({ passwordKnown: false });
    }
  });
});

describe("the check of a form's fields", () => {
  it("answers as registering would, for the submitted fields alone", async () => {
    const taken = owner.username.toUpperCase();
    const free = newPerson().username;

    expect((await sendCheck({ username: taken })).body).toEqual({ usernameFree: false });
    expect((await sendCheck({ username: "admin" })).body).toEqual({ usernameFree: false, usernameReserved: true });
    expect((await sendCheck({ username: free })).body).toEqual({ usernameFree: true });
    expect((await sendCheck({})).body).toEqual({});
    expect((await sendCheck({ email: owner.email })).status).toBe(400);
    expect((await sendCheck({ username: "no" })).body).toMatchObject({ fields: { username: expect.any(String) } });
  });

  it("RL-05 is limited per network", async () => {
    const statuses = new Map<number, number>();
    for (let n = 0; n < 610; n++) {
      const { status } = await sendCheck({}, `203.0.113.${n % 256}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    const ofOtherNetwork = await sendCheck({}, "203.0.114.1");

    expect([...statuses]).toEqual([
      [200, 600],
      [429, 10],
    ]);
    expect(ofOtherNetwork.status).toBe(200);
  });
});
