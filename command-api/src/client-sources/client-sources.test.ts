import type { ClientSourceEvent } from "@attestory/events/client-source-events.ts";
import { expect, it } from "vitest";
import { given } from "../testing/given-when-then.ts";
import { clientSources, mostSources, sourcesOf } from "./client-sources.ts";

const [first, second] = ["3b8e5d1a-7c24-4f60-8a19-c5d2e7f40b63", "7d1f3c52-0b6e-4a27-9c84-1e5f60718293"] as const;
const urlPrefix = "https://tools.example/clients/";
const allowed = (sourceId: string, prefix = urlPrefix): ClientSourceEvent => ({
  type: "ClientSourceAllowed",
  data: { sourceId, urlPrefix: prefix, adminTerm: 1 },
});
const removed: ClientSourceEvent = { type: "ClientSourceRemoved", data: { sourceId: first, urlPrefix } };
const past = given(clientSources);

it("CM-04 lists each address once, and a limited number", () => {
  past().when({ type: "allow", sourceId: first, urlPrefix, adminTerm: 1 }).gives(allowed(first));
  past(allowed(first))
    .when({ type: "allow", sourceId: second, urlPrefix, adminTerm: 1 })
    .refuses("source-allowed-already");
  past(allowed(first), removed)
    .when({ type: "allow", sourceId: second, urlPrefix, adminTerm: 1 })
    .gives(allowed(second));
  const full = Array.from({ length: mostSources }, (_, at) => allowed(`${at}`, `https://${at}.example/`));
  past(...full)
    .when({ type: "allow", sourceId: first, urlPrefix, adminTerm: 1 })
    .refuses("too-many-sources");
});

it("CM-12 removes what is there", () => {
  past(allowed(first)).when({ type: "remove", sourceId: first }).gives(removed);
  past(allowed(second)).when({ type: "remove", sourceId: first }).refuses("no-such-source");
});

it("CM-04 allows addresses below an entry alone, by the entry that allowed them before", () => {
  const maker = { allowedBy: "admin", adminTerm: 1 };
  const source = { urlPrefix, ...maker };
  const of = (...asked: Parameters<typeof sourcesOf>) => sourcesOf(...asked).map(({ sourceId }) => sourceId);
  const wide = { urlPrefix: "https://tools.example/", ...maker };
  const sources = new Map([
    [first, source],
    [second, wide],
  ]);
  expect(of(sources, `${urlPrefix}a.json`, null)).toEqual([first, second]);
  expect(of(sources, `${urlPrefix}a.json`, second)).toEqual([second, first]);
  expect(of(new Map([[first, source]]), "https://tools.example/client.json", first)).toEqual([]);
  expect(of(new Map([[second, wide]]), "https://tools.example.thief.example/client.json", null)).toEqual([]);
});
