import { setTimeout as wait } from "node:timers/promises";
import { mailTestStream, userStream } from "@attestory/events/envelope.ts";
import { problem, withHeaders } from "@attestory/http/routing/problem.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { user } from "../accounts/user.ts";
import { answerSharedRefusal } from "../handling/answer-refusal.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import { mailTest } from "../mail/mail-test.ts";
import { type MailStep, mailSettings, mailTest as mailTestAnswer } from "../mail/schema.ts";

export interface MailServices {
  commands: Commands;
  commandHandler: CommandHandler;
  rateLimiter: RateLimiter;
  smtp: { url: string; from: string } | null;
}

/** The test itself takes ten seconds at most. */
const longestMs = 13_000;
const askEveryMs = 100;

const silent = withHeaders(
  problem(503, "mail_worker_silent", "The process that sends emails has not answered. The email may still arrive."),
  { "Retry-After": "10" },
);

/** The check of the mail settings: a mail worker carries it out, as in a distributed stack it alone has a way to the mail server. */
export function adminMailRoutes({ commands, commandHandler, rateLimiter, smtp }: MailServices): CommandRoute[] {
  const testsOfAdmin = rateLimiter.window("test emails of an admin", 1, 5);
  const transport = smtp ? "smtp" : "dev-inbox";

  /** Null if no mail worker has carried it out in time. */
  const stepsOf = async (testId: string): Promise<readonly MailStep[] | null> => {
    for (const until = Date.now() + longestMs; Date.now() < until; await wait(askEveryMs)) {
      const { steps } = (await commandHandler.load(mailTest, mailTestStream(testId))).state;
      if (steps !== null) return steps;
    }
    return null;
  };

  const addressOf = async (userId: string): Promise<string | null> => {
    const { state } = await commandHandler.load(user, userStream(userId));
    return state.status === "registered" ? state.email : null;
  };

  const route = commands.routes(answerSharedRefusal);
  return [
    route({
      method: "get",
      path: "/api/admin/mail",
      summary: "The mail settings, without credentials",
      operationId: "getMailSettings",
      description: "Returns the mail settings, without credentials. For admins.",
      access: "admin",
      revokes: false,
      answers: { 200: mailSettings },
      async handle() {
        if (!smtp) return { status: 200, body: { transport, from: null, server: null } };
        const { mailServerFacts } = await import("../mail/mail-server-facts.ts");
        return { status: 200, body: { transport, from: smtp.from, server: mailServerFacts(smtp.url) } };
      },
    }),
    route({
      method: "post",
      path: "/api/admin/mail/test",
      summary: "Send a test email to your own address at once, and show how far it got",
      operationId: "testMail",
      description:
        "Sends a test email to your own address at once, and returns how far it got: the connection, TLS, the sign-in, the sender, the recipient and the message, each with the words of the mail server. At most one in five seconds. For admins.",
      access: "admin",
      revokes: false,
      answers: { 200: mailTestAnswer },
      refuses: [silent],
      async handle({ principal, commandContext }) {
        const { userId } = principal;
        const consumption = await testsOfAdmin.consume(userId);
        if ("waitSeconds" in consumption) return { refused: "too-many-attempts", ...consumption };
        const sentTo = await addressOf(userId);
        if (sentTo === null) return { refused: "session-ended" };
        const testId = commandContext.newId("mail test");
        const stream = mailTestStream(testId);
        const command = { type: "request", testId, userId } as const;
        const execution = { decider: mailTest, stream, command, person: userId, commandContext };
        const outcome = await commandHandler.handle(execution);
        if (isRefused(outcome)) return outcome;
        const steps = smtp ? await stepsOf(testId) : [];
        if (steps === null) return silent;
        const body = { transport, sentTo, steps: [...steps] } as const;
        return { status: 200, body, position: outcome.position };
      },
    }),
  ];
}
