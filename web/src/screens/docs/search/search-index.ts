import { useMemo } from "react";
import useSWR from "swr";
import { useRead } from "../../../api.ts";
import { callEntries } from "./call-entries.ts";
import { guideEntries } from "./guide-entries.ts";
import { type Index, indexOf } from "./matching.ts";
import { type DocsTab, sectionEntries } from "./section-entries.tsx";

/** What can be found. The calls come once the document is read; without it, the rest is found. */
export function useSearchIndex(tabs: readonly DocsTab[]): { index: Index; isWhole: boolean; error: unknown } {
  const sections = useSWR("docs sections", () => sectionEntries(tabs));
  const calls = useRead("apiDocument", ["/openapi.json"]);
  const index = useMemo(
    () =>
      indexOf([
        ...guideEntries(location.origin),
        ...(sections.data ?? []),
        ...(calls.data ? callEntries(calls.data) : []),
      ]),
    [sections.data, calls.data],
  );
  return { index, isWhole: Boolean(sections.data && calls.data), error: sections.error ?? calls.error };
}
