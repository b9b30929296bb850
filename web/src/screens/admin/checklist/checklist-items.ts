import type { Parsed } from "../../../load-schemas.ts";

/** What the service answered about its own state. */
export interface ChecklistFacts {
  mail: Pick<Parsed<"mailSettings">, "server">;
  /** Of the last test email that this browser asked for. */
  hasMailTestFailed: boolean;
  /** The address that the service has of itself: PUBLIC_URL. */
  issuer: string;
  hasSecondFactor: boolean;
  policy: Pick<Parsed<"signUpPolicy">, "setAt">;
  applications: number;
  backups: Pick<Parsed<"adminBackups">, "taken" | "exportedAt">;
}

export interface ChecklistItem {
  name: string;
  isDone: boolean;
  line: string;
  /** Where it is done; null if no screen does it. */
  href: string | null;
}

/** The card of backups, on the same screen. */
export const backupsAnchor = "backups";

/** What somebody who runs the service does before others rely on it. */
export const checklistItems = (facts: ChecklistFacts): ChecklistItem[] => [
  { name: "Mail", href: "/admin/mail", ...mailState(facts) },
  { name: "Address", href: null, ...addressState(facts.issuer) },
  {
    name: "Your second factor",
    href: "/dashboard",
    isDone: facts.hasSecondFactor,
    line: facts.hasSecondFactor
      ? "Your account asks for more than a password."
      : "Add an authenticator app, a passkey or a hardware key: admins can read and end everything here.",
  },
  {
    name: "Who may join",
    href: "/admin/joining",
    isDone: facts.policy.setAt !== null,
    line: facts.policy.setAt !== null ? "An admin has decided it." : "Everybody, until an admin decides it.",
  },
  {
    name: "First application",
    href: "/dashboard/developer",
    isDone: facts.applications > 0,
    line: facts.applications > 0 ? "At least one is registered." : "Register the first one that people sign in to.",
  },
  { name: "Backup", href: `#${backupsAnchor}`, ...backupState(facts.backups) },
];

type State = Pick<ChecklistItem, "isDone" | "line">;

function mailState({ mail: { server }, hasMailTestFailed }: ChecklistFacts): State {
  if (!server) return { isDone: false, line: "No email leaves this machine. Set SMTP_URL to a mail server." };
  if (hasMailTestFailed) return { isDone: false, line: "The last test email was not sent. Send another one." };
  return { isDone: true, line: `${server.host} sends the emails.` };
}

const loopback = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function addressState(issuer: string): State {
  const { hostname, protocol } = new URL(issuer);
  if (loopback.test(hostname)) {
    return { isDone: false, line: `Only this machine reaches ${issuer}. Set PUBLIC_URL to the address for others.` };
  }
  if (protocol !== "https:") {
    return { isDone: false, line: `Others can read what is sent to ${issuer}. Set PUBLIC_URL to one with https.` };
  }
  return { isDone: true, line: issuer };
}

function backupState({ taken, exportedAt }: ChecklistFacts["backups"]): State {
  if (taken) return { isDone: true, line: "The service takes backups by itself." };
  if (exportedAt) return { isDone: true, line: "An admin has exported one." };
  return { isDone: false, line: "Set BACKUP_DIR to have one taken every day, or export the database." };
}
