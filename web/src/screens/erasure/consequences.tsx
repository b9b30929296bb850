import type { ReactNode } from "react";

/** What a deletion does, one sentence each. */
export const Consequences = ({ children }: { children: ReactNode }) => (
  <ul className="grid list-disc gap-1.5 pl-5 text-muted marker:text-subtle">{children}</ul>
);
