import { LoadMore } from "../../parts/load-more.tsx";
import type { Pages } from "../../use-pages.ts";
import { AdminProblem } from "./admin-problem.tsx";

type MoreProps = {
  /** In the plural and in lower case: "API keys". */
  what: string;
  /** Shown where there is no more. */
  end: string;
  list: Omit<Pages<unknown>, "pages">;
};

/** The end of a list of an admin, or why reading on failed. */
export function More({ what, end, list }: MoreProps) {
  const { error, reread } = list;
  if (!error) return <LoadMore what={what} end={end} list={list} />;
  return <AdminProblem title={`The next ${what} could not be loaded`} error={error} onRetry={() => void reread()} />;
}
