import { parseEvent, type RecordedEvent } from "@attestory/events/catalogue.ts";
import { readSample, sampleNames } from "@attestory/events/testing/stored-samples.ts";
import { expect, it } from "vitest";
import { allProjections } from "./all-projections.ts";
import type { Projection } from "./projection.ts";

const samples = sampleNames.map(readSample);

/** Every personal value of a sample, in lower case, as an index may have it. */
const personalValues = new Set(
  samples
    .flatMap(({ opened }) => (opened ? [opened.ip, opened.userAgent, ...Object.values(opened.data)] : []))
    .filter((value) => typeof value === "string")
    .map((value) => value.toLowerCase()),
);

it("holds no personal value in clear in a read model other than users and accounts", () => {
  const held = allProjections.filter((projection) => inClear(projection).length > 0).map(({ name }) => name);
  expect(held.map((name) => name.split("@")[0])).toEqual(["users", "accounts"]);
});

const inClear = (projection: Projection): string[] => {
  const stored = everyDocument(projection).map((each) => storedOf(projection, each).toLowerCase());
  return [...personalValues].filter((value) => stored.some((text) => text.includes(value)));
};

interface Kept {
  key: string;
  document: object;
}

/** The documents that each event makes, and those that it makes of each of them, whichever key that has. */
function everyDocument(projection: Projection): Kept[] {
  const events = samples
    .map(({ event, opened }) => parseEvent(event, projection.personal === "opened" ? opened : undefined))
    .filter(({ type }) => projection.takes.includes(type));
  const begun = events.flatMap((event) => after(projection, event, null));
  return [...begun, ...events.flatMap((event) => begun.flatMap(({ document }) => after(projection, event, document)))];
}

const after = (projection: Projection, event: RecordedEvent, before: object | null): Kept[] =>
  projection.keys(event).flatMap((key) => {
    const document = projection.evolve(before, event, key);
    return document ? [{ key, document }] : [];
  });

/** All that the store keeps of a document. */
const storedOf = ({ indexes }: Projection, { key, document }: Kept) =>
  JSON.stringify([key, document, Object.values(indexes).map((index) => index.entry(document))]);
