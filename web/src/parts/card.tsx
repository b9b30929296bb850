import type { ReactNode } from "react";

/** A surface with a thin border, for one item or a few different settings. */
export function Card({ children }: { children: ReactNode }) {
  return <div className="min-w-0 rounded-md border border-line bg-surface">{children}</div>;
}

export function CardBody({ children }: { children: ReactNode }) {
  return <div className="px-4 py-5 sm:p-6">{children}</div>;
}

/** The footer of a card: a note on the left, the button on the right. */
export function CardFoot({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-15 items-center justify-between gap-4 rounded-b-md border-t border-line bg-sunken px-4 py-3 text-sm text-muted sm:px-6">
      {children}
    </div>
  );
}

type RowProps = { icon?: ReactNode; title: ReactNode; badge?: ReactNode; children?: ReactNode; action?: ReactNode };

/** One setting or list item: icon, name, one line of text, one control. */
export function Row({ icon, title, badge, children, action }: RowProps) {
  return (
    <div className="flex items-center gap-3 p-4 not-first:border-t not-first:border-line sm:gap-4 sm:px-6">
      {icon && <TileIcon>{icon}</TileIcon>}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-medium">
          {title}
          {badge}
        </div>
        {children && <div className="text-sm text-muted">{children}</div>}
      </div>
      {action && <div className="flex flex-none items-center gap-2">{action}</div>}
    </div>
  );
}

/** An icon in a square with a thin border. */
export function TileIcon({ children, warning = false }: { children: ReactNode; warning?: boolean }) {
  const look = warning ? "border-warning-line bg-warning-tint text-warning-mark" : "border-line bg-sunken text-muted";
  return (
    <span
      aria-hidden="true"
      className={`grid size-9 flex-none place-items-center rounded-md border [&>svg]:size-4 ${look}`}
    >
      {children}
    </span>
  );
}
