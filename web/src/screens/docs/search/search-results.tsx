import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useMemo, useState } from "react";
import { Link } from "wouter";
import { useExactSearch } from "../../../exact-search.ts";
import { textLinkClass } from "../../../parts/text-link.tsx";
import { wordsOf } from "./folded.ts";
import { find, grouped } from "./matching.ts";
import { reveal } from "./reveal.ts";
import { useSearchIndex } from "./search-index.ts";
import { SearchNotice } from "./search-notice.tsx";
import { SearchOption } from "./search-option.tsx";
import type { DocsTab } from "./section-entries.tsx";

/** Of each group; who wants more types another word. */
const most = 6;

type SearchResultsProps = {
  tabs: readonly DocsTab[];
  typed: string;
  listId: string;
  /** Receives what handles a key of the field. */
  keys: RefObject<((event: KeyboardEvent) => void) | null>;
  /** With the id of the chosen option; null without any. */
  onChosen: (id: string | null) => void;
  /** A result was followed. */
  onDone: () => void;
};

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** What was found, as a listbox. The field keeps the focus; the arrow keys choose. */
export function SearchResults({ tabs, typed, listId, keys, onChosen, onDone }: SearchResultsProps) {
  const { index, isWhole, error } = useSearchIndex(tabs);
  const search = useExactSearch();
  const groups = useMemo(() => grouped(find(index, typed), most), [index, typed]);
  const [choice, setChoice] = useState({ typed, at: 0 });
  const words = wordsOf(typed);
  const shown = groups.flatMap(({ found }) => found);
  // Other results: the first of them is chosen.
  const at = choice.typed === typed ? Math.min(choice.at, shown.length - 1) : 0;
  const idOf = (at: number) => `${listId}-${at}`;
  const chosen = shown.length > 0 ? idOf(at) : null;
  useEffect(() => onChosen(chosen), [chosen, onChosen]);
  useEffect(() => () => onChosen(null), [onChosen]);

  useImperativeHandle(keys, () => (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (shown.length === 0 || (step === undefined && event.key !== "Enter")) return;
    event.preventDefault();
    if (step === undefined) {
      document.getElementById(idOf(at))?.click();
      return;
    }
    const next = (at + step + shown.length) % shown.length;
    setChoice({ typed, at: next });
    document.getElementById(idOf(next))?.scrollIntoView({ block: "nearest" });
  });

  if (shown.length === 0) return <Nothing typed={typed} isWhole={isWhole} error={error} />;
  const more = groups.reduce((sum, group) => sum + group.more, 0);
  return (
    <div className="grid min-h-0 grid-rows-[minmax(0,1fr)_auto]">
      <p role="status" className="sr-only">
        {shown.length + more === 1 ? "One result" : `${shown.length + more} results`}
      </p>
      <div
        id={listId}
        role="listbox"
        aria-label="Results"
        className="scroll-py-2 overflow-y-auto overscroll-contain pb-2"
      >
        {groups.map(({ name, found }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form
          <div key={name} role="group" aria-label={name}>
            <p aria-hidden="true" className="px-4 pt-3 pb-1 text-xs font-medium text-subtle">
              {name}
            </p>
            {found.map((one) => {
              const place = shown.indexOf(one);
              return (
                <SearchOption
                  key={`${one.entry.title} ${one.entry.name ?? ""}`}
                  id={idOf(place)}
                  found={one}
                  words={words}
                  search={search}
                  isChosen={place === at}
                  onPoint={() => setChoice({ typed, at: place })}
                  onFollow={(target) => {
                    onDone();
                    void reveal(target);
                  }}
                />
              );
            })}
          </div>
        ))}
      </div>
      <Foot more={more} error={error} />
    </div>
  );
}

function Foot({ more, error }: { more: number; error: unknown }) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs text-subtle">
      {error ? <p>Not everything could be searched.</p> : more > 0 && <p>{more} more: type another word.</p>}
      <p className="ml-auto hidden md:block">↑ ↓ choose · Enter opens · Esc closes</p>
    </div>
  );
}

type NothingProps = { typed: string; isWhole: boolean; error: unknown };

function Nothing({ typed, isWhole, error }: NothingProps) {
  if (!isWhole && !error) return <SearchNotice>Searching…</SearchNotice>;
  return (
    <SearchNotice>
      {error ? "Not everything could be searched. Nothing else has " : "Nothing in the documentation has "}
      <strong className="font-medium text-ink">{typed.trim()}</strong>. Try fewer words, or look into the{" "}
      <Link href="/docs/api" className={textLinkClass}>
        API reference
      </Link>
      , which lists every call.
    </SearchNotice>
  );
}
