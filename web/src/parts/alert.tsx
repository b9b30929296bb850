import { CircleAlert, CircleCheck, Clock, Info, type LucideIcon, MailWarning, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const kinds = {
  plain: { look: "border-line bg-sunken", mark: "text-muted", Icon: Info },
  wait: { look: "border-line bg-sunken", mark: "text-muted", Icon: Clock },
  success: { look: "border-success-line bg-success-tint", mark: "text-success-mark", Icon: CircleCheck },
  mail: { look: "border-warning-line bg-warning-tint", mark: "text-warning-mark", Icon: MailWarning },
  warning: { look: "border-warning-line bg-warning-tint", mark: "text-warning-mark", Icon: TriangleAlert },
  danger: { look: "border-danger-line bg-danger-tint", mark: "text-danger-text", Icon: CircleAlert },
} as const satisfies Record<string, { look: string; mark: string; Icon: LucideIcon }>;

type AlertProps = {
  kind?: keyof typeof kinds;
  title?: ReactNode;
  children?: ReactNode;
  /** `alert` interrupts a screen reader, `status` does not; omit it for content that is present from the start. */
  role?: "alert" | "status";
};

/** A notice inside a form or card; it remains until it no longer applies. */
export function Alert({ kind = "plain", title, children, role }: AlertProps) {
  const { look, mark, Icon } = kinds[kind];
  return (
    <div role={role} className={`flex gap-3 rounded-md border px-4 py-3 ${look}`}>
      <Icon aria-hidden="true" className={`mt-0.5 size-4 ${mark}`} />
      <div className="grid min-w-0 gap-1">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className="grid gap-2 text-sm text-muted">{children}</div>}
      </div>
    </div>
  );
}
