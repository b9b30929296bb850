import type { ReactNode } from "react";

const looks = {
  plain: "bg-hover text-muted",
  accent: "bg-accent-tint text-accent-text",
  success: "bg-success-tint text-success-text",
  warning: "bg-warning-tint text-warning-text",
} as const;

/** A label of one or two words. The words carry the meaning; the colour only supports it. */
export function Badge({ look = "plain", children }: { look?: keyof typeof looks; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-5 items-center gap-1 rounded-sm px-1.75 text-xs font-medium whitespace-nowrap ${looks[look]}`}
    >
      {children}
    </span>
  );
}
