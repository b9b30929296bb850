import { CopyButton } from "./copy-button.tsx";

/** Code to read and to copy. `what` names it for those who do not see it. */
export function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <div className="relative min-w-0 rounded-md border border-line bg-sunken">
      <div className="absolute top-1 right-1 rounded-sm bg-sunken">
        <CopyButton text={code} what={`Copy ${what}`} />
      </div>
      <section
        aria-label={what}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-md p-4 pr-12 font-mono text-sm"
      >
        <pre>
          <code>{code}</code>
        </pre>
      </section>
    </div>
  );
}
