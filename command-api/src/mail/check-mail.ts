import { setTimeout as wait } from "node:timers/promises";
import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { Email } from "./email.ts";
import { messageOf } from "./mail-message.ts";
import { type ConnectionOptions, type Credentials, connectionOptions } from "./mail-server-facts.ts";
import { type MailStep, mailSteps } from "./schema.ts";
import { withoutCredentials } from "./without-credentials.ts";

type Step = MailStep["step"];

export interface MailCheck {
  smtp: { url: string; from: string };
  publicUrl: string;
  /** Null: nothing is sent, and the last step is the sign-in. */
  email: Email | null;
  /** For the Message-ID. */
  id: string;
  /** For all steps together. */
  limitMs?: number;
}

interface SmtpFailure extends Error {
  code?: string;
  command?: string;
  response?: string;
  /** Of a system error. */
  syscall?: string;
  timeoutType?: string;
}

/** What the conversation came to so far. */
interface Progress {
  /** The step that is being taken. */
  at: Step;
  done: Map<Step, string | null>;
}

/**
 * Sends one email at once, unless it is null, and tells how far it got, in the server's own words and without credentials. Takes the same
 * steps as `smtpTransport`, on a connection of its own. Never rejects because of the mail server.
 */
export async function checkMail(check: MailCheck): Promise<MailStep[]> {
  const { smtp, limitMs = 10_000 } = check;
  const options = connectionOptions(smtp.url);
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    dnsTimeout: limitMs,
  });
  const progress: Progress = { at: "connection", done: new Map() };
  const over = new AbortController();
  try {
    const failed = new Promise<never>((_, reject) => connection.on("error", reject));
    const late = wait(limitMs, undefined, { signal: over.signal }).then(() => {
      throw new Error(`no answer within ${limitMs / 1000} seconds`);
    });
    await Promise.race([converse(connection, { check, auth: options.auth, progress }), failed, late]);
    return stepsUpTo(check, stepsOf(progress, null, options));
  } catch (error) {
    return stepsUpTo(check, stepsOf(progress, error as SmtpFailure, options));
  } finally {
    over.abort();
    connection.close();
  }
}

const stepsUpTo = ({ email }: MailCheck, steps: MailStep[]) =>
  email === null ? steps.slice(0, mailSteps.indexOf("sign-in") + 1) : steps;

interface Conversation {
  check: MailCheck;
  auth: Credentials | undefined;
  progress: Progress;
}

async function converse(connection: SMTPConnection, { check, auth, progress }: Conversation): Promise<void> {
  const { done } = progress;
  await asPromise((callback) => connection.connect(callback));
  done.set("connection", newest(connection));
  if (connection.secure) done.set("tls", null);
  // As the transport does: it sends without signing in where the server offers no sign-in.
  if (auth && allowsAuth(connection)) {
    progress.at = "sign-in";
    await asPromise((callback) => connection.login(auth, callback));
    done.set("sign-in", newest(connection));
  }
  if (check.email === null) return;
  progress.at = "sender";
  const message = messageOf(check.email, { from: check.smtp.from, publicUrl: check.publicUrl, eventId: check.id });
  const raw = new MailComposer(message).compile().createReadStream();
  await asPromise((callback) => connection.send(message.envelope, raw, callback));
  for (const step of ["sender", "recipient"] as const) done.set(step, null);
  done.set("message", newest(connection));
}

const asPromise = (begin: (callback: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => begin((error) => (error ? reject(error) : resolve())));

/** The types of nodemailer leave it out. */
const allowsAuth = (connection: SMTPConnection): boolean =>
  "allowsAuth" in connection && connection.allowsAuth === true;

const newest = ({ lastServerResponse }: SMTPConnection): string | null =>
  lastServerResponse ? (lastServerResponse.split("\n", 1)[0] ?? null) : null;

function stepsOf({ at, done }: Progress, error: SmtpFailure | null, options: ConnectionOptions): MailStep[] {
  const failed = error && failedStep(error, at);
  const before = failed ? mailSteps.slice(0, mailSteps.indexOf(failed)) : mailSteps;
  return mailSteps.map((step) => {
    if (step === failed) return { step, state: "failed", said: wordsOf(error, options) };
    // What comes before a refusal was taken, if it is a step that is always taken.
    const isTaken = done.has(step) || (before.includes(step) && step !== "tls" && step !== "sign-in");
    const said = done.get(step) ?? null;
    return { step, state: isTaken ? "done" : "skipped", said: said && withoutCredentials(said, options.auth) };
  });
}

const wordsOf = (error: SmtpFailure | null, { auth }: ConnectionOptions): string | null =>
  error && withoutCredentials(error.response || error.message, auth);

const stepsByCommand: Readonly<Record<string, Step>> = {
  "MAIL FROM": "sender",
  "RCPT TO": "recipient",
  DATA: "message",
};

function failedStep({ command = "", ...error }: SmtpFailure, at: Step): Step {
  if (at === "sender") return stepsByCommand[command] ?? at;
  return at === "connection" && isOfTls(error) ? "tls" : at;
}

/** An error of the socket that no system call caused is one of the handshake, such as a certificate that is not trusted. */
const isOfTls = ({ code, syscall, timeoutType }: Partial<SmtpFailure>): boolean =>
  code === "ETLS" || (code === "ESOCKET" && syscall === undefined) || timeoutType === "UPGRADE_TIMEOUT";
