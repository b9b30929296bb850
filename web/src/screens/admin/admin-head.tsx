import type { ReactNode } from "react";
import { usePage } from "../../page.ts";

type AdminHeadProps = { title: string; children: string; actions?: ReactNode };

/** The title of an admin screen, what it is for, and what can be done there. */
export function AdminHead({ title, children, actions }: AdminHeadProps) {
  usePage(title, children);
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-4 md:mb-8">
      <div className="min-w-0">
        <h1 className="text-lg font-semibold tracking-tight sm:text-xl">{title}</h1>
        <p className="mt-1 max-w-[72ch] text-muted">{children}</p>
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
