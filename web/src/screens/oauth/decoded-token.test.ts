import { expect, it } from "vitest";
import { decodedToken } from "./decoded-token.ts";

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

it("shows the header and the claims of a token", () => {
  const token = `${encoded({ alg: "RS256" })}.${encoded({ name: "Zoë ✓" })}.signature`;
  expect(decodedToken(token)).toEqual({ header: '{\n  "alg": "RS256"\n}', claims: '{\n  "name": "Zoë ✓"\n}' });
});

it.each(["", "a.b", "{}.{}.x", `${encoded({})}`])("shows nothing for what is no token: %s", (token) => {
  expect(decodedToken(token)).toBeNull();
});
