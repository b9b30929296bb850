import { useEffect } from "react";
import { buttonClass } from "./button.tsx";
import { dismissToast, type ShownToast } from "./toasts.ts";

/** A simple toast, shown if the code of the toaster could not be loaded. */
export function PlainToast({ shown }: { shown: ShownToast }) {
  const { id, title, description } = shown;
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), 5000);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <div className="fixed inset-x-0 top-0 z-50 p-4 sm:top-auto sm:right-0 sm:bottom-0 sm:left-auto sm:w-103">
      <div className="flex items-start gap-3 rounded-lg border border-line-strong bg-raised py-3.5 pr-2 pl-4 shadow-float">
        <div role="status" className="min-w-0 flex-1">
          <p className="font-medium">{title}</p>
          {description && <p className="text-sm text-muted wrap-anywhere">{description}</p>}
        </div>
        <button type="button" className={buttonClass("ghost", "small")} onClick={() => dismissToast(id)}>
          Dismiss
        </button>
      </div>
    </div>
  );
}
