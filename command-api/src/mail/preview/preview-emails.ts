import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { userStream } from "@attestory/events/envelope.ts";
import type { Email } from "../email.ts";
import type { EmailContext } from "../emails/email-context.ts";
import { emailFor } from "../emails.ts";
import type { MailPreview } from "../schema.ts";
import { accessSamples } from "./access-samples.ts";
import { accountSamples } from "./account-samples.ts";
import { erasureSamples } from "./erasure-samples.ts";
import { email, otherId, person, type SampleEmail, userId } from "./sample-person.ts";

const samples = [...accountSamples, ...accessSamples, ...erasureSamples];

/** As a browser of the sample person caused it. The network is one of those that RFC 5737 keeps for documentation. */
const recordedSample = ({ event }: SampleEmail, recordedAt: Date) =>
  ({
    ...event,
    id: otherId,
    stream: userStream(userId),
    version: 1,
    position: 1n,
    recordedAt,
    person: userId,
    ip: "203.0.113.24",
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0",
    actor: { kind: "user", id: userId },
    correlationId: otherId,
    sessionId: null,
    delegate: null,
    causationId: null,
    fingerprint: null,
    // No email reads it.
    stored: {},
  }) as unknown as RecordedEvent;

/** Its links and its code work nowhere. */
const contextOf = ({ about }: SampleEmail, publicUrl: string): EmailContext => ({
  publicUrl,
  token: () => "sample",
  changeToken: () => "sample",
  code: () => "12345678",
  address: email,
  addressThen: email,
  username: person.username,
  ...about,
});

const composeSample = (sample: SampleEmail, publicUrl: string, at: Date): Email | null =>
  emailFor(recordedSample(sample, at), contextOf(sample, publicUrl));

/** Every email of the service with sample data, in the order of a user's life. */
export const previewEmails = (publicUrl: string, at: Date): MailPreview[] =>
  samples.flatMap((sample) => {
    const composed = composeSample(sample, publicUrl, at);
    return composed ? [{ id: sample.id, when: sample.when, subject: composed.subject, text: composed.text }] : [];
  });

/** The HTML part of one of them; null if there is none with this id. */
export function previewHtml(id: string, publicUrl: string, at: Date): string | null {
  const sample = samples.find((each) => each.id === id);
  return sample ? (composeSample(sample, publicUrl, at)?.html ?? null) : null;
}
