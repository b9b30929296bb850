import { describe, expect, it } from "vitest";
import { definitionOf, parseEvent } from "./catalogue.ts";
import { definitions } from "./definitions.ts";
import { sampleNames as names, readSample } from "./testing/stored-samples.ts";

describe("RE-20 every released event version", () => {
  it("has exactly one sample, and every sample is of a released version", () => {
    const released = definitions.flatMap(({ type, version }) =>
      Array.from({ length: version }, (_, before) => `${type}-${before + 1}.json`),
    );
    expect(new Set(released).size).toBe(released.length);
    expect(names).toEqual(released.toSorted());
  });

  it.each(names)("reads as the newest version: %s", (name) => {
    const { event, opened, newest, clear } = readSample(name);
    expect(name).toBe(`${event.type}-${event.schemaVersion}.json`);
    const parsed = parseEvent(event, opened);
    expect(parsed.data).toStrictEqual(newest);
    expect(parsed).toMatchObject({
      id: event.id,
      type: event.type,
      stream: event.stream,
      version: event.version,
      position: event.position,
      person: event.person,
      recordedAt: new Date(event.recordedAt),
      ip: opened?.ip ?? null,
      userAgent: opened?.userAgent ?? null,
    });

    const { version, personalFields } = definitionOf(event.type);
    // The sample of the newest version holds every field that is written, and no personal field unencrypted.
    if (event.schemaVersion === version) expect({ ...clear, ...opened?.data }).toStrictEqual(newest);
    expect(Object.keys(clear).filter((field) => personalFields.includes(field))).toEqual([]);
  });

  it.each(names)("reads without decryption, with null for personal fields: %s", (name) => {
    const { event, newest } = readSample(name);
    const nothing = Object.fromEntries(definitionOf(event.type).personalFields.map((field) => [field, null]));
    expect(parseEvent(event)).toMatchObject({ ip: null, userAgent: null, data: { ...newest, ...nothing } });
  });

  it("keeps an unknown field in its stored bytes", () => {
    const { event } = readSample("EmailVerified-1.json");
    const data = JSON.stringify({ ...JSON.parse(event.data), addedByALaterPatch: true });
    const parsed = parseEvent({ ...event, data });
    expect(parsed.data).not.toHaveProperty("addedByALaterPatch");
    expect(parsed.stored.data).toBe(data);
  });
});
