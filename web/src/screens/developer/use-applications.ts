import { useRead } from "../../api.ts";
import { applicationsPath } from "./developer-path.ts";

/** The user's applications, read each time the portal opens. */
export function useApplications() {
  const { data, error, mutate } = useRead("applications", [applicationsPath], { revalidateOnMount: true });
  const reread = () => mutate().catch(() => undefined);
  return { data, error, reread };
}

export type Applications = ReturnType<typeof useApplications>;
