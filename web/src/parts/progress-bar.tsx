/** `share` is between 0 and 1; null while it is unknown. */
export function ProgressBar({ label, share }: { label: string; share: number | null }) {
  const value = share === null ? {} : { "aria-valuenow": Math.round(share * 100) };
  return (
    <div role="progressbar" aria-label={label} {...value} className="h-1.5 overflow-hidden rounded-sm bg-active">
      {share === null ? (
        <div className="h-full w-1/3 animate-progress rounded-sm bg-accent-text" />
      ) : (
        <div className="h-full rounded-sm bg-accent-text" style={{ width: `${share * 100}%` }} />
      )}
    </div>
  );
}
