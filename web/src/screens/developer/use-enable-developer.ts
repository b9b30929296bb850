import { useState } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { toast } from "../../parts/toasts.ts";
import { useSession } from "../../session.tsx";

/** Turns developer access on for the signed-in user. */
export function useEnableDeveloper() {
  const { refresh } = useSession();
  const [busy, setBusy] = useState(false);
  const enable = async () => {
    setBusy(true);
    try {
      await send("message", { method: "POST", path: "/api/user/enable-developer" });
      await refresh();
      toast({ kind: "done", title: "Developer access enabled", description: "You can now use the developer portal." });
    } catch (error) {
      const description = sentenceOf(error, "Nothing was changed. Try again in a moment.");
      toast({ kind: "refused", title: "Error enabling developer access", description });
    }
    setBusy(false);
  };
  return { busy, enable };
}
