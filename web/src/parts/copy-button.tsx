import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

/** Copies a text; the tick stays for 2 s. `what` names it: "Copy the first call". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      className={`grid size-11 flex-none place-items-center rounded-sm hover:bg-hover sm:size-7 ${copied ? "text-success-text" : "text-subtle hover:text-ink"}`}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      <span className="sr-only" aria-live="polite">
        {copied ? "Copied" : what}
      </span>
    </button>
  );
}
