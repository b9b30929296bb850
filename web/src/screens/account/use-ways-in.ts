import { useRead } from "../../api.ts";

/** What can sign the user in, and a function that asks again. Until the service has answered: a password, and null for whether there is a key. */
export function useWaysIn() {
  const { data, mutate } = useRead("waysIn", ["/api/user/ways-in"], { revalidateOnMount: true });
  return {
    hasPassword: data?.hasPassword ?? true,
    hasKey: data ? data.hardwareKeys > 0 : null,
    reread: () => void mutate().catch(() => undefined),
  };
}
