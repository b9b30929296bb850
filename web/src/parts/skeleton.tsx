const shapes = { bar: "rounded-sm", box: "rounded-md", circle: "rounded-full" } as const;

/** A placeholder with the size of the content to come. `className` sets its width and height. */
export function Skeleton({ className, shape = "bar" }: { className: string; shape?: keyof typeof shapes }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-shimmer bg-[linear-gradient(90deg,var(--skeleton)_40%,var(--hover)_50%,var(--skeleton)_60%)] bg-size-[240%_100%] ${shapes[shape]} ${className}`}
    />
  );
}

/** Placeholder rows of a card or list that is still loading. */
export function SkeletonRows({ count, label }: { count: number; label: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are alike and never move
        <div key={row} className="flex items-center gap-4 p-4 not-first:border-t not-first:border-line sm:px-6">
          <Skeleton shape="box" className="size-9 flex-none" />
          <div className="grid flex-1 gap-2 py-1">
            <Skeleton className="h-3 w-2/5" />
            <Skeleton className="h-3 w-3/4" />
          </div>
        </div>
      ))}
    </div>
  );
}
