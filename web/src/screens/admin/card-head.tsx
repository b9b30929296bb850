import type { ReactNode } from "react";

/** The title line of a card with a table. */
export function CardHead({ title, action }: { title: string; action?: ReactNode }) {
  return (
    <div className="flex min-h-14 items-center justify-between gap-4 border-b border-line px-4 py-2.5 sm:px-6">
      <h2 className="font-semibold">{title}</h2>
      {action}
    </div>
  );
}
