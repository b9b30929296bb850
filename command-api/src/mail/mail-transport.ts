import type { Email } from "./email.ts";
import type { MailStep } from "./schema.ts";

/** Hands one email to a mail server; `send` rejects if the server does not accept it. */
export interface MailTransport {
  send(email: Email, eventId: string): Promise<void>;
  /** Sends one email on a connection of its own, and tells how far it got. Absent where no email is sent. */
  check?(email: Email, eventId: string): Promise<MailStep[]>;
  close(): Promise<void>;
}
