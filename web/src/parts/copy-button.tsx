import { Check, Copy } from "lucide-react";
import { useCopied } from "./copied.ts";

/** Copies a text; the tick stays for 2 s. `what` names it: "Copy the first call". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { copied, copy } = useCopied(text);
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      onClick={copy}
      className={`grid size-11 flex-none place-items-center rounded-sm hover:bg-hover sm:size-7 ${copied ? "text-success-text" : "text-subtle hover:text-ink"}`}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      <span className="sr-only" aria-live="polite">
        {copied ? "Copied" : what}
      </span>
    </button>
  );
}
