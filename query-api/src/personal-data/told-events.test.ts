import { parseEvent } from "@attestory/events/catalogue.ts";
import { readSample, sampleNames } from "@attestory/events/testing/stored-samples.ts";
import { describe, expect, it } from "vitest";
import { tellEvent } from "./tell-event.ts";
import { toldEvents } from "./told-events.ts";

/** The fields of events that verify, sign, unlock or let in, and those in which a program may have written anything. */
const secretFields = new Set([
  ...["passwordHash", "tokenHash", "digest", "digests", "secret", "clientSecret", "password", "encrypted"],
  ...["credentialId", "publicKey", "jwks", "codeChallenge", "dpopJkt", "nonce", "state", "otherParameters"],
  ...["identifier", "formerIdentifier", "released", "fingerprint"],
]);

const samples = sampleNames.map((name) => {
  const { event, opened, newest } = readSample(name);
  return { name, event: parseEvent(event, opened), newest };
});

/** Every text in a value, however deep. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};
const secretsIn = (value: unknown): string[] => {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (secretFields.has(name) ? textsIn(inner) : secretsIn(inner)));
};
const ownerOf = ({ data, person }: (typeof samples)[number]["event"]): string =>
  "userId" in data ? data.userId : (person ?? "");

describe("what a person gets of their events", () => {
  it.each(samples)("has no secret, digest or token of $name", ({ event, newest }) => {
    const entry = tellEvent(event, { userId: ownerOf(event), settingsBefore: null });
    const written = JSON.stringify(entry);
    for (const secret of secretsIn(newest)) if (secret.length > 7) expect(written).not.toContain(secret);
  });

  it("is looked for in every kind of secret that an event has", () => {
    const found = new Set(
      samples.flatMap(({ newest }) => Object.keys(newest)).filter((name) => secretFields.has(name)),
    );
    expect([...secretFields].filter((name) => !found.has(name))).toEqual(["encrypted", "fingerprint"]);
  });

  it("names no field that sounds like a secret", () => {
    const fields = Object.values(toldEvents).flatMap(({ fields }) => fields);
    expect(
      fields.filter((name) => /hash|digest|secret|token(?!Algorithm|$)|credential|key$|nonce|challenge/i.test(name)),
    ).toEqual([]);
  });

  it("tells nothing of where another user was", () => {
    const entries = samples.map(({ event }) =>
      tellEvent(
        { ...event, actor: { kind: "user", id: crypto.randomUUID() } },
        { userId: ownerOf(event), settingsBefore: null },
      ),
    );
    const told = entries.filter((entry) => entry !== null);
    expect(told.length).toBeGreaterThan(60);
    for (const { by, device, network, ipAddress, userAgent, sessionId, through } of told) {
      expect([by, device, network, ipAddress, userAgent, sessionId, through]).toEqual([
        "other",
        ...Array(6).fill(null),
      ]);
    }
  });
});
