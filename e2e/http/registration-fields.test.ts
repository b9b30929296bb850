import { describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { call, newPerson, register } from "./client.ts";
import { when } from "./stored-log.ts";

const product = sharedProductScene();

describe("fields that a registration may not set", () => {
  it.each([
    ["isAdmin", true],
    ["isDeveloper", true],
    ["isPro", true],
    ["isActive", false],
    ["emailVerified", true],
    ["twoFactorEnabled", true],
    ["id", "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11"],
    ["userId", "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11"],
    ["passwordHash", "$argon2id$v=19$m=1,t=1,p=1$c2FsdHNhbHQ$aGFzaA"],
    ["sessionEpoch", 7],
    ["roles", ["admin"]],
    ["user", { isAdmin: true }],
  ])("AU-11 rejects the field %s and changes nothing", async (name, value) => {
    const person = newPerson();

    const { response, events } = await when(product, () =>
      call(product.url, "POST /api/auth/register", { body: { ...person, [name]: value } }),
    );

    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: "invalid_fields", fields: { [name]: "This is not known here" } });
    expect(Object.keys(response.body.fields)).toEqual([name]);
    expect(events).toEqual([]);
  });

  it("AU-11 grants no role by default or by another case of the field's name", async () => {
    const { user } = await register(product.url, newPerson());
    const rights = { isAdmin: false, isDeveloper: false, isPro: false, isActive: true, emailVerified: false };
    expect(user).toMatchObject(rights);

    for (const name of ["isadmin", "IsAdmin", "is_admin", "__proto__", "constructor"]) {
      const text = JSON.stringify(newPerson()).replace("{", `{"${name}":{"isAdmin":true},`);
      const { status } = await call(product.url, "POST /api/auth/register", { body: text });
      expect({ name, status }).toEqual({ name, status: 400 });
    }
  });
});
