import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import type { EmailContext } from "../emails/email-context.ts";

/** An email as an admin previews it: an event that requests it, about a person who does not exist. */
export interface SampleEmail {
  id: string;
  /** What happened before it is sent. */
  when: string;
  event: AttestoryEvent;
  about?: Partial<EmailContext>;
}

export const userId = "00000000-0000-4000-8000-000000000001";
export const otherId = "00000000-0000-4000-8000-000000000002";
export const email = "juniper@example.com";
export const person = { userId, email, username: "juniper", firstName: "Juniper", lastName: "Ash" };
