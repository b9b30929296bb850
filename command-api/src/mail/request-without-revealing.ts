import { setTimeout as wait } from "node:timers/promises";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { EmailRequest, MailLimits } from "./mail-limits.ts";

/** Minimum duration, whether an email is sent or not: the time must not reveal it. */
const leastMs = 60;

interface Dependencies {
  commandHandler: Pick<CommandHandler, "head">;
  mailLimits: Pick<MailLimits, "mayAsk">;
}

/** Runs a stranger's request for an email, if the limits allow it. Does not reveal whether an email is sent. */
export async function requestWithoutRevealing(
  { commandHandler, mailLimits }: Dependencies,
  asked: EmailRequest,
  request: () => Promise<void>,
): Promise<{ position: bigint }> {
  // Read before the request: a position that depends on its outcome would reveal it.
  const position = await commandHandler.head();
  const leastDuration = wait(leastMs);
  if (await mailLimits.mayAsk(asked)) await request();
  await leastDuration;
  return { position };
}
