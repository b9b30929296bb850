import type { Clock } from "@attestory/event-store/clock.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { mailTestStream } from "@attestory/events/envelope.ts";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { Email } from "./email.ts";
import { mailTest } from "./mail-test.ts";
import type { MailTransport } from "./mail-transport.ts";

interface Delivering {
  commandHandler: CommandHandler;
  transport: MailTransport;
  now: Clock;
}

/**
 * Sends a test email once, and records how far it got. Null if the event asks for none, or nothing is sent at all; else whether the mail
 * server took it.
 */
export async function deliverTest(
  { commandHandler, transport, now }: Delivering,
  { event, email }: { event: RecordedEvent; email: Email },
): Promise<boolean | null> {
  if (event.type !== "MailTestRequested" || !transport.check) return null;
  const steps = await transport.check(email, event.id);
  const { testId, userId } = event.data;
  await commandHandler.handle({
    decider: mailTest,
    stream: mailTestStream(testId),
    command: { type: "finish", testId, userId, steps },
    person: userId,
    commandContext: systemContext("mail", now(), event.id),
  });
  return steps.every(({ state }) => state !== "failed");
}
