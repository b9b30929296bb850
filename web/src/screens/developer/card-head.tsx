import type { ReactNode } from "react";

type CardHeadProps = { title: ReactNode; about: ReactNode; action?: ReactNode };

/** The head of a card: what it shows, and one control. */
export function CardHead({ title, about, action }: CardHeadProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b border-line px-4 py-4 sm:px-6">
      <div className="min-w-0">
        {title}
        <p className="text-sm text-muted">{about}</p>
      </div>
      {action}
    </div>
  );
}
