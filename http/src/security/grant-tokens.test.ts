import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { authorizationCode, parseAuthorizationCode, parseRefreshToken, refreshTokenText } from "./grant-tokens.ts";

const hmac = (...parts: string[]) => createHmac("sha256", "key").update(JSON.stringify(parts)).digest("base64url");
const id = "2b9e4d10-83a7-4f65-b1c2-d3e4f5061728";
const otherId = "3b9e4d10-83a7-4f65-b1c2-d3e4f5061728";

const flipCase = (text: string) =>
  text.replace(/[a-z]/i, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));
const twistsOf = (text: string, another: string) => [
  "",
  text.slice(0, -1),
  `${text}=`,
  `${text} `,
  `${text}\0`,
  ` ${text}`,
  flipCase(text),
  text.slice(0, -1) + flipCase(text.slice(-1)),
  text.slice(0, 41) + another.slice(41),
  text + "x".repeat(10_000),
  text.toUpperCase(),
];

it("recognizes a code and a refresh token as issued, and nothing else", () => {
  const code = authorizationCode(id, hmac);
  expect(parseAuthorizationCode(code, hmac)).toBe(id);
  for (const wrong of twistsOf(code, authorizationCode(otherId, hmac))) {
    if (wrong !== code) expect([wrong, parseAuthorizationCode(wrong, hmac)]).toEqual([wrong, null]);
  }
  const token = refreshTokenText({ authorizationId: id, serial: 12 }, hmac);
  expect(parseRefreshToken(token, hmac)).toEqual({ authorizationId: id, serial: 12 });
  const wrongTokens = [
    ...twistsOf(token, refreshTokenText({ authorizationId: otherId, serial: 12 }, hmac)),
    token.replace("_12_", "_1_"),
    token.replace("_12_", "_012_"),
    token.replace("_12_", "_1e1_"),
    code,
  ];
  for (const wrong of wrongTokens) {
    if (wrong !== token) expect([wrong, parseRefreshToken(wrong, hmac)]).toEqual([wrong, null]);
  }
  expect(parseAuthorizationCode(token, hmac)).toBeNull();
});
