import type { ClientSourceEvent } from "@attestory/events/client-source-events.ts";
import { expect, it } from "vitest";
import { given } from "../testing/given-when-then.ts";
import { clientSources, mostSources, sourceOf } from "./client-sources.ts";

const [first, second] = ["3b8e5d1a-7c24-4f60-8a19-c5d2e7f40b63", "7d1f3c52-0b6e-4a27-9c84-1e5f60718293"] as const;
const urlPrefix = "https://tools.example/clients/";
const allowed = (sourceId: string, prefix = urlPrefix): ClientSourceEvent => ({
  type: "ClientSourceAllowed",
  data: { sourceId, urlPrefix: prefix },
});
const removed: ClientSourceEvent = { type: "ClientSourceRemoved", data: { sourceId: first, urlPrefix } };
const past = given(clientSources);

it("CM-04 lists each address once, and a limited number", () => {
  past().when({ type: "allow", sourceId: first, urlPrefix }).gives(allowed(first));
  past(allowed(first)).when({ type: "allow", sourceId: second, urlPrefix }).refuses("source-allowed-already");
  past(allowed(first), removed).when({ type: "allow", sourceId: second, urlPrefix }).gives(allowed(second));
  const full = Array.from({ length: mostSources }, (_, at) => allowed(`${at}`, `https://${at}.example/`));
  past(...full)
    .when({ type: "allow", sourceId: first, urlPrefix })
    .refuses("too-many-sources");
});

it("CM-12 removes what is there", () => {
  past(allowed(first)).when({ type: "remove", sourceId: first }).gives(removed);
  past(allowed(second)).when({ type: "remove", sourceId: first }).refuses("no-such-source");
});

it("CM-04 allows addresses below an entry alone, by the entry that allowed them before", () => {
  const source = { urlPrefix, allowedBy: "admin" };
  const wide = { urlPrefix: "https://tools.example/", allowedBy: "admin" };
  const sources = new Map([
    [first, source],
    [second, wide],
  ]);
  expect(sourceOf(sources, `${urlPrefix}a.json`, null)?.sourceId).toBe(first);
  expect(sourceOf(sources, `${urlPrefix}a.json`, second)?.sourceId).toBe(second);
  expect(sourceOf(new Map([[first, source]]), "https://tools.example/client.json", first)).toBe(null);
  expect(sourceOf(new Map([[second, wide]]), "https://tools.example.thief.example/client.json", null)).toBe(null);
});
