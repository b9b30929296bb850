import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { Toast } from "radix-ui";
import { useEffect, useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import { dismissToast, mendingMistake, onToasts, type ShownToast, shownToasts } from "./toasts.ts";

const kinds = {
  done: { Icon: CircleCheck, mark: "text-success-mark", border: "border-line", title: "" },
  refused: { Icon: CircleAlert, mark: "text-danger-text", border: "border-danger-line", title: "text-danger-text" },
  plain: { Icon: Info, mark: "text-muted", border: "border-line", title: "" },
} as const;

function Shown({ shown }: { shown: ShownToast }) {
  const { Icon, mark, border, title } = kinds[shown.kind];
  return (
    <Toast.Root
      open={shown.open}
      onOpenChange={(open) => !open && dismissToast(shown.id)}
      className={`pointer-events-auto flex gap-3 rounded-lg border bg-raised py-3.5 pr-2 pl-4 shadow-float data-[state=closed]:animate-toast-out data-[state=open]:animate-toast-in data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ${border}`}
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-4 ${mark}`} />
      <div className="min-w-0 flex-1">
        <Toast.Title className={`font-medium ${title}`}>{shown.title}</Toast.Title>
        {shown.description && (
          <Toast.Description className="text-sm text-muted wrap-anywhere">{shown.description}</Toast.Description>
        )}
      </div>
      <Toast.Close
        aria-label="Dismiss"
        className="grid size-11 flex-none place-items-center self-start rounded-sm text-subtle hover:bg-hover hover:text-ink max-sm:-my-3 sm:size-6"
      >
        <X aria-hidden="true" className="size-3.5" />
      </Toast.Close>
    </Toast.Root>
  );
}

/** Where toasts appear: 5 s each, dismissed by a swipe of 50 px to the right, focused with F8. */
export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, shownToasts);
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a mistake belongs to the page on which it was made
  useEffect(() => () => mendingMistake()(), [path]);
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {toasts.map((shown) => (
        <Shown key={shown.id} shown={shown} />
      ))}
      <Toast.Viewport
        hotkey={["F8"]}
        label="Notifications ({hotkey})"
        className="fixed inset-x-0 top-0 z-50 list-none p-4 sm:top-auto sm:right-0 sm:bottom-0 sm:left-auto sm:w-103"
      />
    </Toast.Provider>
  );
}
