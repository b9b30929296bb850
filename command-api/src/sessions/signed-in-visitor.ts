import type { Clock } from "@attestory/event-store/clock.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import { authenticate } from "./authenticate.ts";
import type { SessionActivity } from "./session-activity.ts";

interface Dependencies {
  commandHandler: CommandHandler;
  sessionActivity: Pick<SessionActivity, "recordActivity">;
  now: Clock;
}

/** The user of the browser at a page that anyone may open. Null also while their address is not verified. */
export const signedInVisitor =
  ({ commandHandler, sessionActivity, now }: Dependencies) =>
  async (context: RequestContext): Promise<SignedIn | null> => {
    const at = now();
    const who = context.credential && (await authenticate(commandHandler, context.credential.value, at));
    if (!who || who.pending) return null;
    sessionActivity.recordActivity(who, context, at);
    return who;
  };
