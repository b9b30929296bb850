import { type RefObject, useEffect, useState } from "react";

type Section = { id: string; title: string };
type OnThisPageProps = {
  content: RefObject<HTMLElement | null>;
  /** The id of the tab whose sections are listed. */
  tab: string;
};

/** The sections of a page of the documentation, beside it where there is room. */
export function OnThisPage({ content, tab }: OnThisPageProps) {
  const [sections, setSections] = useState<readonly Section[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tab has other sections
  useEffect(() => {
    const found = [...(content.current?.querySelectorAll<HTMLElement>("section[id]") ?? [])];
    setSections(found.map((section) => ({ id: section.id, title: section.querySelector("h2")?.textContent ?? "" })));
    // The browser looked for it before it was there.
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [content, tab]);
  if (sections.length < 2) return null;
  return (
    <nav aria-label="On this page" className="hidden pt-6 text-sm md:block">
      <p className="mb-2 font-medium">On this page</p>
      <ul className="grid gap-1.5">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="rounded-sm text-muted hover:text-ink">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
