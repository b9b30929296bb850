import type { ReactNode } from "react";
import { TileIcon } from "./card.tsx";

type EmptyProps = { icon: ReactNode; title: string; children?: ReactNode; action?: ReactNode; warning?: boolean };

/** Shown if content is empty or unavailable: what it is, why, and one action. */
export function Empty({ icon, title, children, action, warning = false }: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-1 px-6 py-10 text-center">
      <div className="mb-3">
        <TileIcon warning={warning}>{icon}</TileIcon>
      </div>
      <p className="font-medium">{title}</p>
      {children && <div className="max-w-[44ch] text-sm text-muted">{children}</div>}
      {action && <div className="mt-4 grid justify-items-center gap-3">{action}</div>}
    </div>
  );
}
