import { usePages } from "../../use-pages.ts";
import { applicationsPath } from "./developer-path.ts";

const query = { limit: "10" };

/** The failed calls of an application. */
export function useFailedCalls(applicationId: string) {
  const { pages, ...list } = usePages("clientCalls", { path: `${applicationsPath}/${applicationId}/requests`, query });
  return {
    ...list,
    calls: pages?.flatMap(({ requests }) => requests),
    couldUsePkce: pages?.[0]?.couldUsePkce ?? false,
  };
}

export type FailedCalls = ReturnType<typeof useFailedCalls>;
