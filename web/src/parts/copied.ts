import { useEffect, useState } from "react";

const shownMs = 2000;

/** Copies the text; `copied` stays true for 2 s. */
export function useCopied(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  return { copied, copy: () => void navigator.clipboard.writeText(text).then(() => setCopied(true)) };
}
