import { Button } from "../../parts/button.tsx";
import type { Pages } from "../../use-pages.ts";
import { AdminProblem } from "./admin-problem.tsx";

type MoreProps = {
  /** In the plural and in lower case: "API keys". */
  what: string;
  /** Shown where there is no more. */
  end: string;
  list: Omit<Pages<unknown>, "pages">;
};

/** The end of a list: the button that reads on, why that failed, or that this is all. */
export function More({ what, end, list: { error, hasMore, isLoadingMore, loadMore, reread } }: MoreProps) {
  if (error) {
    return <AdminProblem title={`The next ${what} could not be loaded`} error={error} onRetry={() => void reread()} />;
  }
  return (
    <div className="grid justify-items-center border-t border-line p-3 text-sm text-subtle">
      {hasMore ? (
        <Button look="ghost" size="small" busy={isLoadingMore} aria-label={`Load more ${what}`} onClick={loadMore}>
          Load more
        </Button>
      ) : (
        end
      )}
    </div>
  );
}
