import type { ReactNode } from "react";
import { Link } from "wouter";

/** The classes of a link in running text. */
export const textLinkClass =
  "rounded-sm text-accent-text underline decoration-accent-line underline-offset-3 hover:decoration-current";

/** A link within the app in running text; the history entry stores `state`. */
export function TextLink({ href, state, children }: { href: string; state?: unknown; children: ReactNode }) {
  return (
    <Link href={href} state={state} className={textLinkClass}>
      {children}
    </Link>
  );
}
