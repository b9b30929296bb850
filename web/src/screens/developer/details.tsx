import type { ReactNode } from "react";

/** Names and values. On small screens a value stands below its name, and with `short` beside it. */
export function Details({ short = false, children }: { short?: boolean; children: ReactNode }) {
  const columns = short
    ? "grid-cols-[max-content_minmax(0,1fr)] gap-y-2 gap-x-4"
    : "gap-y-1 sm:grid-cols-[112px_minmax(0,1fr)] sm:gap-y-2";
  return <dl className={`grid content-start items-baseline gap-x-5 text-sm ${columns}`}>{children}</dl>;
}

export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-subtle">{name}</dt>
      <dd className="min-w-0 wrap-anywhere not-last:mb-2 sm:not-last:mb-0">{children}</dd>
    </>
  );
}
