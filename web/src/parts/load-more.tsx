import type { ReactNode } from "react";
import { Button } from "./button.tsx";

type LoadMoreProps = {
  /** In the plural and in lower case: "API keys". */
  what: string;
  /** Shown where there is no more. */
  end?: ReactNode;
  /** Below the list, instead of its last row. */
  loose?: boolean;
  list: { hasMore: boolean; isLoadingMore: boolean; loadMore: () => void };
};

/** The end of a list: the button that reads on, or that this is all. */
export function LoadMore({ what, end, loose = false, list: { hasMore, isLoadingMore, loadMore } }: LoadMoreProps) {
  if (!hasMore && !end) return null;
  const place = loose ? "mt-6" : "border-t border-line p-3";
  return (
    <div className={`grid justify-items-center text-center text-sm text-subtle ${place}`}>
      {hasMore ? (
        <Button size="small" busy={isLoadingMore} aria-label={`Load more ${what}`} onClick={loadMore}>
          Load more
        </Button>
      ) : (
        end
      )}
    </div>
  );
}
