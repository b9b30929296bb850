import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { progressChannel, progressMessage, readProgressMessage } from "./progress-message.ts";

const signerWith = (secret: string) => ({
  hmac: (name: string, ...parts: string[]) =>
    createHmac("sha256", secret)
      .update(JSON.stringify([name, ...parts]))
      .digest("base64url"),
});
const signer = signerWith("ours");
const positions = new Map([
  ["users@1", 7n],
  ["sessions@1", 2n ** 62n],
]);

it("reads the positions of a message that it created", () => {
  expect(readProgressMessage(signer, progressMessage(signer, positions))).toEqual(positions);
  expect(readProgressMessage(signer, progressMessage(signer, new Map()))).toEqual(new Map());
});

it("reads nothing that was changed, cut or signed with another secret", () => {
  const message = progressMessage(signer, positions);
  const forged = progressMessage(signerWith("another's"), positions);
  for (const text of ["", " ", "{", " {}", forged, message.replace('"7"', '"9"'), message.slice(1)]) {
    expect(readProgressMessage(signer, text)).toBeNull();
  }
});

it("has a channel of its own for each installation and generation", () => {
  const channels = [progressChannel(signer, 1), progressChannel(signer, 2), progressChannel(signerWith("other"), 1)];
  expect(new Set(channels).size).toBe(3);
});
