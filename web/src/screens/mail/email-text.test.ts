import { expect, it } from "vitest";
import { emailPieces } from "./email-text.ts";

const origin = "http://localhost:3000";

it("links only addresses of our own origin", () => {
  expect(emailPieces(`Open ${origin}/verify-email?token=a.b\nor https://evil.example/x`, origin)).toEqual([
    { text: "Open " },
    { text: `${origin}/verify-email?token=a.b`, href: `${origin}/verify-email?token=a.b` },
    { text: "\nor " },
    { text: "https://evil.example/x" },
  ]);
});

it.each([
  "javascript:alert(1)",
  "http://localhost:3000.evil.example/",
  "http://localhost:3000@evil.example/",
  "https://localhost:3000/",
  "http://",
])("leaves %s as plain text", (text) => {
  expect(emailPieces(text, origin).some((piece) => piece.href !== undefined)).toBe(false);
});

it("never links a double slash to another origin", () => {
  const [piece] = emailPieces(`${origin}//evil.example/x`, origin);
  expect(new URL(piece?.href ?? "", origin).origin).toBe(origin);
});

it("keeps the whole text of an email", () => {
  const text = `a ${origin}/x b\n\nhttps://c.example d`;
  expect(
    emailPieces(text, origin)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});
