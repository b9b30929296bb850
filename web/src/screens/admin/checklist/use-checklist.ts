import { useRead } from "../../../api.ts";
import { useSession } from "../../../session.tsx";
import { hasMailTestFailed } from "../mail/last-mail-test.ts";
import { type ChecklistItem, checklistItems } from "./checklist-items.ts";

const fresh = { revalidateOnMount: true };

/** Null while something is not known yet; `failed` if it cannot be read. */
export function useChecklist(): readonly ChecklistItem[] | "failed" | null {
  const { session } = useSession();
  const reads = {
    mail: useRead("mailSettings", ["/api/admin/mail"], fresh),
    provider: useRead("provider", ["/.well-known/openid-configuration"], fresh),
    waysIn: useRead("waysIn", ["/api/user/ways-in"], fresh),
    policy: useRead("signUpPolicy", ["/api/admin/sign-up-policy"], fresh),
    stats: useRead("adminStats", ["/api/admin/stats"], fresh),
    backups: useRead("adminBackups", ["/api/admin/backups"], fresh),
  };
  if (Object.values(reads).some(({ data, error }) => error && !data)) return "failed";
  const [mail, provider, waysIn] = [reads.mail.data, reads.provider.data, reads.waysIn.data];
  const [policy, stats, backups] = [reads.policy.data, reads.stats.data, reads.backups.data];
  if (!(mail && provider && waysIn && policy && stats && backups)) return null;
  if (session.state !== "signed-in") return null;
  return checklistItems({
    mail,
    hasMailTestFailed: hasMailTestFailed(),
    issuer: provider.issuer,
    hasSecondFactor: session.user.twoFactorEnabled || waysIn.hardwareKeys > 0,
    policy,
    applications: stats.stats.applications,
    backups,
  });
}
