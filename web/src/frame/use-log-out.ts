import { useLocation } from "wouter";
import { toast } from "../parts/toasts.ts";
import { useSession } from "../session.tsx";

/** Logs out and goes to /login, also when the service cannot be reached. */
export function useLogOut(): () => Promise<void> {
  const { end } = useSession();
  const [, navigate] = useLocation();
  return async () => {
    try {
      await end();
    } catch {
      const description = "The service could not be reached. The session there expires by itself.";
      toast({ kind: "plain", title: "You are signed out here", description });
    }
    navigate("/login");
  };
}
