/** What one check found. */
export interface Finding {
  check: string;
  state: "ok" | "warning" | "problem";
  found: string;
  /** What to do about it. */
  remedy?: string;
}

/** Findings of one check. */
export const findingsOf = (check: string) => ({
  ok: (found: string): Finding => ({ check, state: "ok", found }),
  warning: (found: string, remedy: string): Finding => ({ check, state: "warning", found, remedy }),
  problem: (found: string, remedy?: string): Finding => ({ check, state: "problem", found, ...(remedy && { remedy }) }),
});
