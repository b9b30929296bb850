import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { clientSecretText } from "@attestory/http/security/client-secret.ts";
import { authorizationCode, refreshTokenText } from "@attestory/http/security/grant-tokens.ts";
import { expect, it } from "vitest";
import { contextFrom } from "../testing/command-origin.ts";

const service = scratchServiceOfFile();

const now = new Date("2026-01-05T09:30:00.000Z");
const hmac = (...parts: string[]) => service.keyring.hmac("link key", ...parts);
/** Commands of one moment: nothing but randomness tells them apart. */
const context = () => contextFrom(service.keyring, { actor: { kind: "anyone", id: "" }, idempotencyKey: null, now });

const makers: Record<string, () => string> = {
  "authorization codes": () => authorizationCode(context().newId("authorization"), hmac),
  "refresh tokens": () => refreshTokenText({ authorizationId: context().newId("authorization"), serial: 1 }, hmac),
  "client secrets": () => clientSecretText(context().newSecret("client secret")),
  "ids of access tokens": () => context().newId("access token"),
};

const frequencies = (text: string) => Object.values(Object.groupBy([...text], (c) => c)).map((all) => all?.length ?? 0);
/** In bits, as the OpenID conformance suite measures it: Shannon's entropy of a character, times the length. */
const measured = (text: string) =>
  frequencies(text).reduce((bits, count) => bits - count * Math.log2(count / text.length), 0);

it.each(Object.keys(makers))("TK-15 makes random %s", (name) => {
  const make = makers[name] ?? (() => "");
  const made = Array.from({ length: 1000 }, make);
  expect(new Set(made).size).toBe(1000);
  for (const text of made) expect(measured(text)).toBeGreaterThanOrEqual(96);

  // A character that is not the same in all of them takes every value about as often: no clock and no process id.
  const columns = Array.from({ length: made[0]?.length ?? 0 }, (_, at) => made.map((text) => text[at] ?? "").join(""));
  const varying = columns.map(frequencies).filter((counts) => counts.length > 1);
  const bits = varying.reduce((sum, counts) => sum + Math.log2(counts.length), 0);
  expect(bits).toBeGreaterThanOrEqual(120);
  for (const counts of varying) expect(Math.max(...counts)).toBeLessThan((3 * 1000) / counts.length + 30);
});
