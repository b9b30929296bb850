const sample = [
  ["1041", "UserRegistered", "juniper signs up"],
  ["1042", "LetterSent", "a link goes to the address"],
  ["1045", "EmailVerified", "the link was opened"],
  ["1046", "SessionStarted", "Firefox on Linux signs in"],
  ["1052", "SessionStarted", "Safari on iPhone signs in"],
  ["1058", "PasswordChanged", "every other session ends"],
] as const;

/** A few lines of a log, as an illustration. */
export function SampleLog() {
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border border-line bg-surface">
      <figcaption className="flex items-center justify-between gap-4 border-b border-line bg-sunken px-4 py-2.5 text-xs text-subtle sm:px-6">
        <span>One account in the log</span>
        <span>Sample</span>
      </figcaption>
      <ol className="relative py-2">
        {sample.map(([position, type, words]) => (
          <li
            key={position}
            className="grid grid-cols-[40px_8px_minmax(0,1fr)] items-baseline gap-x-3 px-4 py-2 sm:grid-cols-[40px_8px_132px_minmax(0,1fr)] sm:px-6"
          >
            <span className="font-mono text-xs text-subtle tabular-nums">{position}</span>
            <span aria-hidden="true" className="size-1.75 rounded-full border border-success-mark bg-surface" />
            <span className="font-mono text-sm">{type}</span>
            <span className="col-start-3 text-sm text-muted sm:col-start-4">{words}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
