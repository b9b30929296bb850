import type { LucideIcon } from "lucide-react";

type IconButtonProps = { label: string; Icon: LucideIcon; onClick: () => void; busy?: boolean };

/** A small button that shows only an icon. */
export function IconButton({ label, Icon, onClick, busy = false }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
      className="grid size-11 flex-none place-items-center rounded-sm text-subtle hover:bg-hover hover:text-ink aria-busy:cursor-progress sm:size-7"
    >
      <Icon aria-hidden="true" className={`size-3.5 ${busy ? "opacity-50" : ""}`} />
    </button>
  );
}
