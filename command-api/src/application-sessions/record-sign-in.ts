import { applicationSessionsStream, sessionStream } from "@attestory/events/envelope.ts";
import type { Application } from "../applications/application-state.ts";
import type { Authorization } from "../authorizations/authorization-state.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { Refused } from "../handling/decider.ts";
import { isRefused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { session } from "../sessions/session.ts";
import { applicationSessions } from "./application-sessions.ts";

/** An application is about to get an ID token of a session, for a code. */
export interface ApplicationSignIn extends Pick<Authorization, "authorizationId" | "ended" | "expiresAt"> {
  application: Pick<Application, "applicationId" | "backchannelLogoutUri">;
  userId: string;
  sessionId: string;
  scopes: readonly string[];
}

/** Whether an application asks to be told of a session's end, and gets an ID token of it. */
export const isTold = (
  { backchannelLogoutUri }: ApplicationSignIn["application"],
  { scopes }: Pick<ApplicationSignIn, "scopes">,
): boolean => backchannelLogoutUri !== null && scopes.includes("openid");

/** Sign-ins of one user to several applications at the same moment decide again one after the other. */
const attempts = 20;

/**
 * Records whom to tell of the session's end, before the application gets its ID token: told once too often rather than not at all. Records
 * nothing of an application that does not ask for it, and nothing for a dead code: it would be told again at each attempt to use that code.
 * If the session has ended by now, its application is told at once.
 */
export async function recordApplicationSignIn(
  { handle, load }: Pick<CommandHandler, "handle" | "load">,
  { application, userId, sessionId, scopes, authorizationId, ended, expiresAt }: ApplicationSignIn,
  commandContext: CommandContext,
): Promise<Refused<HandlingReason> | null> {
  if (!isTold(application, { scopes })) return null;
  if (ended || commandContext.now >= expiresAt) return null;
  const { state } = await load(session, sessionStream(sessionId));
  if (state.status === "none") return null;
  const endsAt = new Date(state.startedAt.getTime() + state.absoluteSeconds * 1000);
  const outcome = await handle({
    decider: applicationSessions,
    stream: applicationSessionsStream(userId),
    command: { type: "sign-in", userId, sessionId, applicationId: application.applicationId, endsAt },
    person: userId,
    commandContext: { ...commandContext, authority: { kind: "grant", id: authorizationId } },
    attempts,
  });
  return isRefused(outcome) ? outcome : null;
}
