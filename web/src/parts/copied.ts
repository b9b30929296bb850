import { useEffect, useState } from "react";
import { copyText } from "../clipboard.ts";
import { toast } from "./toasts.ts";

const shownMs = 2000;

/** The toast where the browser copies nothing. */
export const copyRefused = {
  kind: "refused",
  title: "Copy failed",
  description: "Your browser did not allow it.",
} as const;

/** Copies the text; `copied` stays true for 2 s. */
export function useCopied(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await copyText(text)) setCopied(true);
    else toast(copyRefused);
  };
  return { copied, copy: () => void copy() };
}
