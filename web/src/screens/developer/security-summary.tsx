import type { Application } from "@attestory/http/routing/application-schema.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { securityProfileOf } from "./security-profile.ts";

type SecuritySummaryProps = { application: Application; onShow: () => void };

/** How much of the security profile an application has, and the way to it. */
export function SecuritySummary({ application, onShow }: SecuritySummaryProps) {
  const { rows, isStrict } = securityProfileOf(application, null);
  const required = rows.filter(({ state }) => state === "required").length;
  return (
    <section
      aria-label={`Protections of ${application.name}`}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-4 sm:px-6"
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2">
          <h3 className="font-semibold">Security profile</h3>
          {isStrict && <Badge look="success">As strict as FAPI 2.0</Badge>}
        </div>
        <p className="text-sm text-muted">
          {required} of {rows.length} protections are required.
        </p>
      </div>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={`Show the security profile of ${application.name}`}
        onClick={onShow}
      >
        Show
      </Button>
    </section>
  );
}
