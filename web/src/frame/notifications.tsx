import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { PlainToast } from "../parts/plain-toast.tsx";
import { onToasts, shownToasts } from "../parts/toasts.ts";

/**
 * Toasts are not needed to see the first screen: their code comes once that screen is there. Where it does not come, because the
 * service is gone perhaps, what they say is shown plainly, and the next toast asks for it again.
 */
export function Notifications() {
  const [toast] = useSyncExternalStore(onToasts, shownToasts);
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const [missing, setMissing] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each toast asks again
  useEffect(() => {
    if (Toaster) return;
    // Not `import().then(…, …)`: the build takes all of that for the import, and its files may fail before.
    const load = async () => {
      const file = await import("../parts/toaster.tsx");
      setToaster(() => file.Toaster);
    };
    const timer = setTimeout(() => load().catch(() => setMissing(true)), toast ? 0 : 1500);
    return () => clearTimeout(timer);
  }, [Toaster, toast?.id]);

  if (Toaster) return <Toaster />;
  return missing && toast?.open ? <PlainToast key={toast.id} shown={toast} /> : null;
}
