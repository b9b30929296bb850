import { type ComponentType, type ReactNode, Suspense, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import type { Entry, Line } from "./entry.ts";

/** A tab of the documentation. */
export interface DocsTab {
  id: string;
  name: string;
  Content: ComponentType;
}

function Rendered({ onRendered, children }: { onRendered: () => void; children: ReactNode }) {
  useEffect(onRendered, [onRendered]);
  return children;
}

/** The sections of all tabs, read from the tabs themselves, which are rendered where nobody sees them. */
export async function sectionEntries(tabs: readonly DocsTab[]): Promise<Entry[]> {
  const unseen = document.createElement("div");
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const root = createRoot(unseen, { onUncaughtError: reject });
  root.render(
    // As for a reader who has chosen nothing yet.
    <Router searchHook={() => ""}>
      <Suspense>
        <Rendered onRendered={resolve}>
          {tabs.map(({ id, Content }) => (
            <div key={id}>
              <Content />
            </div>
          ))}
        </Rendered>
      </Suspense>
    </Router>,
  );
  try {
    await promise;
    return tabs.flatMap((tab, at) => entriesIn(unseen.children[at], tab));
  } finally {
    root.unmount();
  }
}

const entriesIn = (content: Element | undefined, { id: tab, name }: DocsTab): Entry[] =>
  Array.from(content?.querySelectorAll("section[id]") ?? [], (section) => ({
    group: name,
    title: section.querySelector("h2")?.textContent ?? "",
    lines: linesIn(section),
    target: { path: "/docs", parameters: { tab }, anchor: section.id },
  }));

/** The innermost blocks of text. */
const blocks = "p, pre, dt, dd, li:not(:has(p))";
/** A call, or a step of a guide: they are found by entries of their own. */
const apart = "section section:has(h3)";

function linesIn(section: Element): Line[] {
  const found = [...section.querySelectorAll(blocks)].filter((block) => block.closest(apart) === null);
  return found.flatMap((block): Line[] => {
    const text = block.textContent;
    if (block.localName === "pre") return text.split("\n").map((line) => ({ text: line.trim(), isCode: true }));
    // An address that a text links to may be what a reader looks for.
    const links = Array.from(block.querySelectorAll("a[href]"), (link) => link.getAttribute("href"));
    return [{ text, unseen: links.join(" ") }];
  });
}
