import { randomUUID } from "node:crypto";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { expect, it } from "vitest";
import { changeToken, readChangeToken } from "./change-token.ts";
import { linkToken, readLinkToken } from "./link-token.ts";

const service = scratchServiceOfFile();

const at = new Date("2026-03-02T10:00:00.000Z");
const change = { userId: randomUUID(), eventId: randomUUID(), at };
const hoursLater = (hours: number) => new Date(at.getTime() + hours * 3_600_000);
const read = (token: string, now = at) => readChangeToken(service.keyring, token, now);

it("SE-15 the token of a change is valid for 72 hours", () => {
  const token = changeToken(service.keyring, change);
  expect(read(token, hoursLater(71.9))).toEqual(change);
  expect(read(token, hoursLater(72))).toBeNull();
  expect(read(token, hoursLater(-72))).toBeNull();
});

it("SE-15 the token of a change that was altered in any place is invalid", () => {
  const token = changeToken(service.keyring, change);
  for (let place = 0; place < token.length; place++) {
    const other = token[place] === "A" ? "B" : "A";
    expect(read(token.slice(0, place) + other + token.slice(place + 1))).toBeNull();
  }
  for (const other of ["", token.slice(0, -1), `${token}A`, `${token}\n`, ` ${token}`]) expect(read(other)).toBeNull();
});

it("SE-15 neither the token of a registration nor that of a change passes for the other", () => {
  expect(read(linkToken(service.keyring, "not-me", change))).toBeNull();
  expect(readLinkToken(service.keyring, "not-me", changeToken(service.keyring, change))).toBeNull();
});
