import { ShieldAlert } from "lucide-react";
import { Link } from "wouter";
import { ApiError } from "../../api-error.ts";
import { buttonClass } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { ReadProblem } from "../../read-problem.tsx";

/** The panel for a failed read of an admin. One without a second factor, where it is required, is led to its set-up. */
export function AdminProblem({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  if (!(error instanceof ApiError && error.problem?.code === "second_factor_required")) {
    return <ReadProblem title={title} error={error} onRetry={onRetry} />;
  }
  return (
    <Empty
      warning
      icon={<ShieldAlert />}
      title="Admins need a second factor here"
      action={
        <Link href="/setup-2fa" className={buttonClass()}>
          Set up two-factor authentication
        </Link>
      }
    >
      An authenticator app or a hardware key. This screen opens as soon as you have one.
    </Empty>
  );
}
