import { CopyButton } from "./copy-button.tsx";

/** Code with a copy button. `what` names it for screen readers. */
export function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] rounded-md border border-line bg-sunken">
      <section
        aria-label={what}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-md p-4 font-mono text-sm"
      >
        <pre>
          <code>{code}</code>
        </pre>
      </section>
      {/* Beside the code, not over it: scrolled code never runs under the button. */}
      <div className="p-1">
        <CopyButton text={code} what={`Copy ${what}`} />
      </div>
    </div>
  );
}
