import { userStream } from "@attestory/events/envelope.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { user } from "../accounts/user.ts";
import { mailSettings, mailTest } from "../api-schema.ts";
import { answerSharedRefusal } from "../handling/answer-refusal.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { type CommandRoute, type Commands, route } from "../handling/command-route.ts";
import { checkMail, type MailCheck } from "../mail/check-mail.ts";
import type { DevInbox } from "../mail/dev-inbox.ts";
import { composeEmail } from "../mail/email.ts";
import { inUtc } from "../mail/emails/email-context.ts";
import { mailServerFacts } from "../mail/mail-server-facts.ts";

export interface MailRouteDependencies {
  commandHandler: CommandHandler;
  rateLimiter: RateLimiter;
  settings: Pick<MailCheck, "publicUrl"> & { smtp: MailCheck["smtp"] | null };
  /** Null where there is a mail server. */
  inbox: Pick<DevInbox, "show"> | null;
}

const testEmail = (to: string, at: Date) =>
  composeEmail({
    to,
    subject: "Test email from Attestory",
    paragraphs: [`An admin sent this email on ${inUtc(at)}, to check the mail settings. It arrived, so they work.`],
    footer: "There is nothing to do.",
  });

/** The check of the mail settings. */
export function adminMailRoutes(commands: Commands, dependencies: MailRouteDependencies): CommandRoute[] {
  const { commandHandler, rateLimiter, settings, inbox } = dependencies;
  const { smtp, publicUrl } = settings;
  const testsOfAdmin = rateLimiter.window("test emails of an admin", 1, 5);
  const transport = smtp ? "smtp" : "dev-inbox";

  return [
    route({
      method: "get",
      path: "/api/admin/mail",
      summary: "The mail settings, without credentials",
      access: "admin",
      answers: { 200: mailSettings },
      handle: async () => ({
        status: 200,
        body: { transport, from: smtp?.from ?? null, server: smtp && mailServerFacts(smtp.url) } as const,
      }),
    }),
    route({
      method: "post",
      path: "/api/admin/mail/test",
      summary: "Send a test email to your own address at once, and show how far it got",
      access: "admin",
      answers: { 200: mailTest },
      async handle({ principal, context }) {
        const consumption = await testsOfAdmin.consume(principal.userId);
        if ("waitSeconds" in consumption) return answerSharedRefusal({ refused: "too-many-attempts", ...consumption });
        const call = { method: "post", path: "/api/admin/mail/test" } as const;
        const { now, newId } = commands.commandContext(call, context, principal);
        const { state } = await commandHandler.load(user, userStream(principal.userId));
        const address = state.status === "registered" ? state.email : null;
        if (address === null) return answerSharedRefusal({ refused: "session-ended" });
        const [email, id] = [testEmail(address, now), newId("test email")];
        const steps = smtp ? await checkMail({ smtp, publicUrl, email, id }) : [];
        inbox?.show({ id, ...email, sentAt: now.toISOString() });
        return { status: 200, body: { transport, sentTo: address, steps } as const };
      },
    }),
  ];
}
