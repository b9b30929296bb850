import { randomUUID } from "node:crypto";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { expect, it } from "vitest";
import { knownDevice, knownDeviceCookie, newDeviceCookies } from "./known-device.ts";

const service = scratchServiceOfFile();

const now = new Date("2026-03-02T10:00:00.000Z");
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);
const owner = { userId: randomUUID(), sessionEpoch: 3, emailVerified: true };
const device = randomUUID();
const sent = (line: string) => /^__Host-device=([^;]*);/.exec(line)?.[1] ?? "";
const cookie = () => sent(knownDeviceCookie(service.keyring, { id: device, owner, now }));
const known = (value: string | undefined, of = owner, at = now) =>
  knownDevice(service.keyring, { cookie: value, owner: of, now: at });

it("RL-07 recognises a device of the same user for half a year", () => {
  expect(known(cookie())).toBe(device);
  expect(known(cookie(), owner, later(179))).toBe(device);
  expect(known(cookie(), owner, later(180))).toBeNull();
});

it("RL-07 rejects the cookie for another user, and after the user's sessions were ended", () => {
  expect(known(cookie(), { ...owner, userId: randomUUID() })).toBeNull();
  expect(known(cookie(), { ...owner, sessionEpoch: 4 })).toBeNull();
});

it("A6 RL-07 rejects the cookie while the address of the account is not verified", () => {
  expect(known(cookie(), { ...owner, emailVerified: false })).toBeNull();
});

it("A6 RL-07 sets a cookie for a browser that has none, and keeps one that it has", () => {
  const said = (has: string | undefined) =>
    newDeviceCookies(service.keyring, { device: has }, { id: device, owner, now }).map(sent);
  expect(said(undefined)).toEqual([cookie()]);
  expect([said(cookie()), said("another account's")]).toEqual([[], []]);
});

it("RL-07 rejects a changed or forged cookie", () => {
  const [id, expires, signature = ""] = cookie().split(".");
  const flipped = signature.replace(/^./, (first) => (first === "A" ? "B" : "A"));
  for (const value of [
    undefined,
    "",
    "..",
    "x",
    `${cookie()}x`,
    ` ${cookie()}`,
    `${cookie()}\n`,
    `${randomUUID()}.${expires}.${signature}`,
    `${id}.${Number(expires) + 1}.${signature}`,
    `${id}.${expires}.${flipped}`,
    `${id}.${expires}.`,
    `${id}.${expires}`,
    `${id}.-1.${signature}`,
    `${id}.${expires}.${"A".repeat(43)}`,
  ]) {
    expect(known(value), String(value)).toBeNull();
  }
});

it("RL-07 accepts a signature in one spelling only, though two bits of its last character carry nothing", () => {
  const said = cookie();
  for (const last of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") {
    expect(known(said.slice(0, -1) + last), last).toBe(said.endsWith(last) ? device : null);
  }
});

it("sets a cookie that is Secure, HttpOnly and SameSite=Lax, and does not name the user", () => {
  const line = knownDeviceCookie(service.keyring, { id: device, owner, now });
  for (const attribute of ["Path=/", "Secure", "HttpOnly", "SameSite=Lax", `Max-Age=${180 * 86_400}`]) {
    expect(line.split("; ")).toContain(attribute);
  }
  expect(line).not.toContain(owner.userId);
});
