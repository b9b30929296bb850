import { longestSessionSeconds } from "@attestory/events/session-validity.ts";
import { isLoopbackUrl } from "@attestory/http/security/known-hosts.ts";
import { type SecretSettings, secretSettings, secretVariables } from "@attestory/http/settings/secret-variables.ts";
import {
  isLoopbackOnly,
  rateLimitContradictions,
  rateLimitVariables,
} from "@attestory/http/settings/server-variables.ts";
import { z } from "zod";
import { mailContradictions, mailVariables } from "./mail/mail-variables.ts";
import { type NotarySettings, notarySettings, notaryVariables } from "./notary/notary-variables.ts";
import type { SessionTimes } from "./sessions/start-session.ts";

/** Settings of the command side. Each service parses them from the environment together with its own variables. */
export interface CommandSettings extends SecretSettings {
  /** Without a trailing slash. */
  publicUrl: string;
  enumerationProtection: "lenient" | "strict";
  /** Whether sign-in attempts and emails are rate limited. Off only for load tests. */
  rateLimits: boolean;
  /** How many accounts the API keys of a user may create in 24 hours. */
  invitationsPerDay: number;
  /** How old the keys that sign tokens become; 0: they are rotated only by an admin or the operator. */
  signingKeyDays: number;
  checkpoints: NotarySettings;
  /** Lifetimes of a session without "remember me". */
  sessionTimes: SessionTimes;
  /** The account with this address becomes an admin once its address is verified. */
  firstAdminEmail: string | null;
  /** `DEV_INBOX=on`: whoever reaches the service may read every email, where no mail server is set. */
  devInboxForEveryone: boolean;
  /** Null if emails go only to the dev inbox, which production refuses. */
  smtp: { url: string; from: string } | null;
  /**
   * Logout tokens may go to private addresses, and metadata documents may come from there, whose certificates nobody checks: in tests, and where
   * only this machine reaches the service.
   */
  outboundAllowPrivate: boolean;
}

const seconds = z
  .string()
  .regex(/^\d{1,8}$/, "must be a number of seconds, such as 3600")
  .transform(Number)
  .refine(
    (number) => number >= 1 && number <= longestSessionSeconds,
    "must be between a second and 400 days, in seconds, such as 3600",
  );

/** Each error is reported under the variable's name. */
export const commandVariables = {
  ENUMERATION_PROTECTION: z.enum(["lenient", "strict"], "must be lenient or strict").default("lenient"),
  ...rateLimitVariables,
  SESSION_IDLE_SECONDS: seconds.default(3600),
  SESSION_ABSOLUTE_SECONDS: seconds.default(43_200),
  SIGNING_KEY_DAYS: z
    .string()
    .regex(/^\d{1,4}$/, "must be a number of days, such as 90, or 0")
    .transform(Number)
    .default(90),
  ...notaryVariables,
  ...secretVariables,
  DEV_INBOX: z.literal("on", "must be on, or left out").optional(),
  OUTBOUND_ALLOW_PRIVATE: z.literal("on", "must be on, or left out").optional(),
  ...mailVariables,
  FIRST_ADMIN_EMAIL: z.email("must be an email address, such as admin@example.com").optional(),
};
const variables = z.object(commandVariables);

/** Rules between variables. They check the raw texts, so that an error in another variable hides none of them. */
export function* commandContradictions(given: Record<string, string>): Iterable<string> {
  const { NODE_ENV, SMTP_URL, DEV_INBOX } = given;
  yield* mailContradictions(given);
  if (NODE_ENV !== "production") {
    if (!SMTP_URL && !DEV_INBOX && !isLoopbackOnly(given)) yield devInboxForEveryone;
    return;
  }
  yield* rateLimitContradictions(given);
  if (DEV_INBOX === "on") yield "DEV_INBOX must be left out in production: it shows every email to everyone";
  if (given.OUTBOUND_ALLOW_PRIVATE === "on") {
    yield "OUTBOUND_ALLOW_PRIVATE must be left out in production: developers could reach servers of your own network";
  }
  if (!SMTP_URL) yield "SMTP_URL is required in production: your mail server, as smtp://user:password@host:587";
}

const devInboxForEveryone =
  "SMTP_URL is required where HOST or PUBLIC_URL is not this machine's own address: without it, the dev inbox would show every email to everyone who reaches the service. Set SMTP_URL, or DEV_INBOX=on if you want that";

/** Printed at the start, because whoever set it may have forgotten it. */
export const devInboxWarning =
  "Warning: DEV_INBOX=on. Everyone who reaches this address can read every email, with its links and codes";

export function commandSettings(
  parsed: z.infer<typeof variables>,
  { publicUrl }: { publicUrl: string },
): CommandSettings {
  const { SMTP_URL, MAIL_FROM } = parsed;
  return {
    publicUrl,
    enumerationProtection: parsed.ENUMERATION_PROTECTION,
    rateLimits: parsed.RATE_LIMITS === "on",
    invitationsPerDay: parsed.INVITATIONS_PER_DAY,
    signingKeyDays: parsed.SIGNING_KEY_DAYS,
    checkpoints: notarySettings(parsed),
    sessionTimes: { idleSeconds: parsed.SESSION_IDLE_SECONDS, absoluteSeconds: parsed.SESSION_ABSOLUTE_SECONDS },
    ...secretSettings(parsed),
    firstAdminEmail: parsed.FIRST_ADMIN_EMAIL ?? null,
    devInboxForEveryone: parsed.DEV_INBOX === "on" && !SMTP_URL,
    smtp: SMTP_URL ? { url: SMTP_URL, from: MAIL_FROM ?? `attestory@${new URL(publicUrl).hostname}` } : null,
    outboundAllowPrivate: parsed.OUTBOUND_ALLOW_PRIVATE === "on" || isLoopbackUrl(publicUrl),
  };
}
