import type { ReactNode } from "react";

/** The anchor of a section. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** A section of the documentation with a heading, which is its anchor. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section id={anchorOf(title)} className="grid min-w-0 scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-3 not-first:mt-10">
      <h2 className="text-md font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** A paragraph. */
export function P({ children }: { children: ReactNode }) {
  return <p className="max-w-[72ch] text-muted">{children}</p>;
}

/** Code in running text. */
export function C({ children }: { children: ReactNode }) {
  return <code className="font-mono text-[0.93em] text-ink wrap-anywhere">{children}</code>;
}
