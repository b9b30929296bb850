import type { ReactNode } from "react";

/** Title and description on the left, the card on the right; one above the other on small screens. */
export function Setting({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <SettingFrame
      words={
        <>
          <h2 className="leading-5.5 font-semibold">{title}</h2>
          <p className="mt-1 text-muted">{about}</p>
        </>
      }
    >
      {children}
    </SettingFrame>
  );
}

/** The layout of a setting's words and card. */
export function SettingFrame({ words, children }: { words: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-x-12 gap-y-4 py-8 not-first:border-t not-first:border-line first:pt-0 last:pb-0 md:grid-cols-[264px_minmax(0,1fr)] md:py-10">
      <header>{words}</header>
      {children}
    </section>
  );
}
