import type { ReactNode } from "react";

/** What a machine wrote, in a frame with its buttons. `wrap`: shown whole, over several lines if need be. */
export function MonoLine({ text, wrap = false, children }: { text: string; wrap?: boolean; children?: ReactNode }) {
  return (
    <div className="flex min-h-control min-w-0 items-center gap-0.5 rounded-md border border-line-strong bg-sunken pr-1 pl-2.75">
      <code className={`min-w-0 flex-1 py-2 font-mono text-sm ${wrap ? "wrap-anywhere" : "truncate"}`}>{text}</code>
      {children}
    </div>
  );
}
