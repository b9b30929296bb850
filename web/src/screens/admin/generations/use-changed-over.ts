import { useLocation } from "wouter";
import { toast } from "../../../parts/toasts.ts";
import { useSession } from "../../../session.tsx";

/** To be called when the service has changed over to other data, where this session does not exist. Its user signs in again. */
export function useChangedOver(): (title: string, description: string) => void {
  const { forget } = useSession();
  const [, navigate] = useLocation();
  return (title, description) => {
    toast({ kind: "done", title, description });
    forget();
    navigate("/login");
  };
}
