import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { UserState } from "../accounts/user-state.ts";
import type { Email } from "./email.ts";
import { accountEmails } from "./emails/account.ts";
import { apiKeyEmails } from "./emails/api-keys.ts";
import { applicationEmails } from "./emails/applications.ts";
import { consentEmails } from "./emails/consents.ts";
import { emailCodeEmails } from "./emails/email-codes.ts";
import type { AnyEmail, EmailContext, EmailTable } from "./emails/email-context.ts";
import { erasureEmails } from "./emails/erasure.ts";
import { hardwareKeyEmails } from "./emails/hardware-keys.ts";
import { joiningEmails } from "./emails/joining.ts";
import { mailTestEmails } from "./emails/mail-test.ts";
import { passwordEmails } from "./emails/password.ts";
import { recoveryEmails } from "./emails/recovery.ts";
import { registrationEmails } from "./emails/registration.ts";
import { secondFactorEmails } from "./emails/second-factors.ts";
import { securedEmails } from "./emails/secured.ts";
import { signInEmails } from "./emails/sign-in.ts";

/** One table for each capability. An event that is in none of them requests no email. */
const tables: readonly EmailTable[] = [
  registrationEmails,
  passwordEmails,
  recoveryEmails,
  signInEmails,
  emailCodeEmails,
  securedEmails,
  secondFactorEmails,
  hardwareKeyEmails,
  accountEmails,
  consentEmails,
  apiKeyEmails,
  joiningEmails,
  applicationEmails,
  mailTestEmails,
  erasureEmails,
];

// An entry takes the event of its own type, which the look-up by type makes certain.
const byType = new Map(tables.flatMap((table) => Object.entries(table) as [string, AnyEmail][]));

/** The types of events that may request an email. */
export const emailTypes: readonly string[] = [...byType.keys()];

/** The kind of email that an event requests. A decoy may get a verification email instead. */
export function emailKind(event: RecordedEvent): string | null {
  const email = byType.get(event.type);
  return email && (email.isRequested?.(event) ?? true) ? email.kind : null;
}

/** Pure: the same event gives the same email, so a lost queue and the dev inbox are rebuilt from the log. */
export const emailFor = (event: RecordedEvent, context: EmailContext): Email | null =>
  byType.get(event.type)?.compose(event, context) ?? null;

/** Why the email that an event requests is no longer needed; null if it is. */
export const reasonAgainstEmail = (event: RecordedEvent, owner: UserState | null): string | null =>
  byType.get(event.type)?.pointless?.(event, owner) ?? null;
