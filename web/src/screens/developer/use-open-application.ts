import type { Application } from "@attestory/http/routing/application-schema.ts";
import { useSearchParams } from "wouter";

/** The application whose last requests and quick start are shown: that of the URL, or else the first. */
export function useOpenApplication(applications: readonly Application[] | undefined) {
  const [search, setSearch] = useSearchParams();
  const chosen = applications?.find(({ id }) => id === search.get("app")) ?? applications?.[0] ?? null;
  const choose = (id: string, framework?: string) =>
    setSearch(
      (current) => {
        current.set("app", id);
        if (framework !== undefined) current.set("code", framework);
        return current;
      },
      { replace: true },
    );
  return { chosen, choose };
}
