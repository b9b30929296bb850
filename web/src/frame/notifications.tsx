import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { onToasts, shownToasts } from "../parts/toasts.ts";

const load = () => import("../parts/toaster.tsx").then((file) => ({ default: file.Toaster }));
const Toaster = lazy(load);

/** Toasts are not needed to see the first screen: their code comes once that screen is there. */
export function Notifications() {
  const any = useSyncExternalStore(onToasts, shownToasts).length > 0;
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), 1500);
    return () => clearTimeout(timer);
  }, []);
  return any ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
