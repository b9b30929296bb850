import { randomUUID } from "node:crypto";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { expect, it } from "vitest";
import { linkToken, readLinkToken } from "./link-token.ts";

const service = scratchServiceOfFile();

const event = { userId: randomUUID(), eventId: randomUUID() };
const token = () => linkToken(service.keyring, "unlock", event);

it("A6 the token of a link is valid for its own purpose only", () => {
  expect(readLinkToken(service.keyring, "unlock", token())).toEqual(event);
  expect(readLinkToken(service.keyring, "verify-email", token())).toBeNull();
  expect(readLinkToken(service.keyring, "unlock", linkToken(service.keyring, "verify-email", event))).toBeNull();
});

it("A6 a token of a link that was changed in any place is invalid", () => {
  const said = token();
  for (let at = 0; at < said.length; at++) {
    const other = said[at] === "A" ? "B" : "A";
    expect(readLinkToken(service.keyring, "unlock", said.slice(0, at) + other + said.slice(at + 1))).toBeNull();
  }
  for (const other of ["", said.slice(0, -1), `${said}A`, `${said}\n`, ` ${said}`, said.toLowerCase()]) {
    expect(readLinkToken(service.keyring, "unlock", other)).toBeNull();
  }
});
