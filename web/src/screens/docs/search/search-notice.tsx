import type { ReactNode } from "react";
import { Button } from "../../../parts/button.tsx";

/** A sentence in place of results. */
export function SearchNotice({ children, onRetry }: { children: ReactNode; onRetry?: () => void }) {
  return (
    <div role="status" className="grid justify-items-start gap-3 p-4 text-sm text-muted">
      <p className="wrap-anywhere">{children}</p>
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
