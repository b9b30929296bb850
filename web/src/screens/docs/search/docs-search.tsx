import { Search } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from "react";
import { onDemand } from "../../../on-demand.tsx";
import { FaultBoundary } from "../../../parts/fault-boundary.tsx";
import { inputClass } from "../../../parts/field.tsx";
import { SearchNotice } from "./search-notice.tsx";
import type { DocsTab } from "./section-entries.tsx";

/** With the text that is searched. Nobody who only reads needs it. */
const SearchResults = onDemand(() => import("./search-results.tsx").then((file) => file.SearchResults));

const isTypedInto = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest("input, textarea, select, [role=dialog]") !== null);

/** No single character: who speaks to the computer would set it off by accident (WCAG 2.1.4). */
const isShortcut = ({ key, ctrlKey, metaKey, altKey }: globalThis.KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && key.toLowerCase() === "k";
const shortcut = /^(Mac|iP)/.test(navigator.platform) ? "⌘ K" : "Ctrl K";

/** Searches the guides, the sections of the documentation and the calls of the API. */
export function DocsSearch({ tabs }: { tabs: readonly DocsTab[] }) {
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const results = useRef<(event: KeyboardEvent) => void>(null);
  const listId = useId();
  const isShown = isOpen && typed.trim() !== "";

  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isOwn = event.target === input.current;
      if (event.defaultPrevented || !isShortcut(event) || (isTypedInto(event.target) && !isOwn)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape" && isShown) {
      // Chromium would empty the field.
      event.preventDefault();
      setOpen(false);
    } else if (isShown) results.current?.(event);
    else if (event.key === "ArrowDown") setOpen(true);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  };
  const type = (text: string) => {
    setTyped(text);
    setOpen(true);
  };

  return (
    <search className="relative block" onBlur={onBlur}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-subtle"
      />
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label="Search the documentation"
        aria-expanded={isShown && chosen !== null}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-keyshortcuts="Control+K Meta+K"
        {...(isShown && chosen !== null && { "aria-activedescendant": chosen })}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        placeholder="Search"
        value={typed}
        // A failure is shown once something is typed.
        onFocus={() => void SearchResults.load().catch(() => undefined)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        className={`${inputClass} peer pl-8`}
      />
      {typed === "" && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2 hidden -translate-y-1/2 rounded-sm border border-line-strong px-1.5 font-mono text-xs text-subtle peer-focus:hidden md:block"
        >
          {shortcut}
        </span>
      )}
      {isShown && (
        <div className="absolute top-full right-0 z-40 mt-2 grid max-h-[min(64dvh,560px)] w-full animate-fade-in grid-rows-[minmax(0,1fr)] overflow-hidden rounded-lg border border-line-strong bg-raised shadow-float md:w-140">
          <FaultBoundary
            fallback={(_, retry) => <SearchNotice onRetry={retry}>The search could not be loaded.</SearchNotice>}
          >
            <Suspense fallback={<SearchNotice>Loading the search…</SearchNotice>}>
              <SearchResults
                tabs={tabs}
                typed={typed}
                listId={listId}
                keys={results}
                onChosen={setChosen}
                onDone={() => {
                  setTyped("");
                  setOpen(false);
                }}
              />
            </Suspense>
          </FaultBoundary>
        </div>
      )}
    </search>
  );
}
