import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { PlainToast } from "../parts/plain-toast.tsx";
import { onToasts, shownToasts } from "../parts/toasts.ts";

/**
 * Loads the code of toasts after the first screen, which does not need it. If loading fails, for instance because the service is
 * unavailable, a plain toast is shown instead, and the next toast loads the code again.
 */
export function Notifications() {
  const [toast] = useSyncExternalStore(onToasts, shownToasts);
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const [missing, setMissing] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each toast loads the code again
  useEffect(() => {
    if (Toaster) return;
    // Not `import().then(…, …)`: the build would treat all of it as the import, and fetching the files can fail before it runs.
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
