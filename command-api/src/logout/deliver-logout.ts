import { type Clock, machineTime } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { clientIdOf } from "@attestory/events/client-id.ts";
import { logoutStream, type StreamName } from "@attestory/events/envelope.ts";
import type { ApplicationSessionEvent } from "@attestory/events/logout-events.ts";
import { postForm } from "@attestory/http/outbound/post-form.ts";
import type { Application } from "../applications/application-state.ts";
import { loadApplication } from "../applications/load-application.ts";
import type { CallReports } from "../applications/record-client-call.ts";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isTimeToGiveUp } from "../log-workers/giving-up.ts";
import type { LogJob } from "../log-workers/log-jobs.ts";
import type { TokenSigner } from "../tokens/token-signer.ts";
import type { FairShare } from "./fair-share.ts";
import { logoutOutcome, type OutcomeEvent } from "./logout-outcome.ts";
import { logoutTokenClaims } from "./logout-token.ts";

export interface LogoutDeliveryDependencies {
  log: Pick<EventLog, "read">;
  commandHandler: CommandHandler;
  signer: Pick<TokenSigner, "sign">;
  /** `PUBLIC_URL`. */
  publicUrl: string;
  /** Logout tokens may go to private addresses. */
  allowPrivate: boolean;
  reportCall: CallReports["reportCall"];
  share: FairShare;
  /** The events whose first failure the developer was told of by this process. */
  reported: Set<string>;
  now: Clock;
}

/** Its application has as many as it may have at once: another attempt follows, and nobody is told. */
export class TooManyAtOnce extends Error {
  override name = "TooManyAtOnce";
}

type Requested = RecordedEvent<Extract<ApplicationSessionEvent, { type: "LogoutRequested" }>>;

const timeoutMs = 5000;
const isRequested = (event: RecordedEvent | undefined): event is Requested => event?.type === "LogoutRequested";

/** Whether the log records what became of the logout token. */
export const isLogoutDone = async ({ load }: Pick<CommandHandler, "load">, eventId: string): Promise<boolean> =>
  (await load(logoutOutcome, logoutStream(eventId))).state.isDone;

/** Sends the logout token that an event requests. @throws if it must be tried again */
export async function deliverLogout(
  dependencies: LogoutDeliveryDependencies,
  { job, attempt }: { job: LogJob; attempt: number },
): Promise<void> {
  const { log, commandHandler } = dependencies;
  // The name was copied from the log, so it is a valid `StreamName`.
  const [event] = (await log.read(job.stream as StreamName, job.version - 1, 1)).events;
  // A forged job can only trigger a look at a logout token. The log may be behind the queue.
  if (!event) throw new Error("the event that requests the logout token is not in the log yet");
  if (!isRequested(event) || event.id !== job.id || (await isLogoutDone(commandHandler, event.id))) return;
  const application = await loadApplication(commandHandler, event.data.applicationId);
  const uri = application?.backchannelLogoutUri ?? null;
  if (application === null || uri === null) return record(dependencies, event, "not wanted");
  const sent = await dependencies.share(application.applicationId, () =>
    send(dependencies, event, { ...application, uri }),
  );
  if (sent === null) throw new TooManyAtOnce();
  return sent.failure === null
    ? record(dependencies, event, "sent")
    : orGiveUp(dependencies, { event, application, attempt, failure: sent.failure });
}

interface Failed {
  event: Requested;
  application: Application;
  attempt: number;
  failure: Error;
}

/** The first and the last failure say enough to the developer. An attempt that only waits fails nowhere. @throws the failure if it is not the last one */
async function orGiveUp(
  dependencies: LogoutDeliveryDependencies,
  { event, application, attempt, failure }: Failed,
): Promise<void> {
  const isLast = isTimeToGiveUp({ dueAt: event.recordedAt, attempts: attempt, error: failure }, dependencies.now());
  if (isLast || !dependencies.reported.has(event.id)) report(dependencies, application, { failure, isLast });
  dependencies.reported.add(event.id);
  if (!isLast) throw failure;
  await record(dependencies, event, "not taken");
}

/** `failure`: what went wrong; null if the application took the token. */
async function send(
  { signer, publicUrl: issuer, allowPrivate, now }: LogoutDeliveryDependencies,
  { id: tokenId, data: { userId, sessionId } }: Requested,
  { applicationId, documentUrl, idTokenAlgorithm: algorithm, uri: url }: Application & { uri: string },
): Promise<{ failure: Error | null }> {
  const clientId = clientIdOf(applicationId, { documentUrl });
  const claims = logoutTokenClaims({ issuer, clientId, userId, sessionId, tokenId, now: machineTime(now) });
  const token = await signer.sign({ algorithm, type: "logout+jwt" }, claims);
  const status = await postForm({ url, fields: { logout_token: token }, allowPrivate, timeoutMs }).catch(reasonOf);
  if (status instanceof Error) return { failure: status };
  // Section 2.8; some frameworks answer 204.
  return { failure: status === 200 || status === 204 ? null : new Error(`it answered ${status}`) };
}

const reasonOf = (error: unknown): Error => {
  const { name, message } = error instanceof Error ? error : { name: "", message: String(error) };
  return new Error(name === "AbortError" || name === "TimeoutError" ? "it did not answer in 5 s" : message);
};

const report = (
  { reportCall }: LogoutDeliveryDependencies,
  { applicationId, backchannelLogoutUri }: Application,
  { failure, isLast }: { failure: Error; isLast: boolean },
): void =>
  reportCall(applicationId, {
    endpoint: "backchannel_logout",
    error: "logout_token_not_taken",
    description: `${backchannelLogoutUri}: ${failure.message}. ${isLast ? "It was the last attempt." : "It is tried again for a day."}`,
    differences: [],
  });

const outcomeOf = ({ id: causeId, data }: Requested, what: "sent" | "not taken" | "not wanted"): OutcomeEvent =>
  what === "sent"
    ? { type: "LogoutTokenSent", data: { causeId, ...data } }
    : { type: "LogoutTokenAbandoned", data: { causeId, ...data, reason: what } };

async function record(
  { commandHandler, now }: LogoutDeliveryDependencies,
  event: Requested,
  what: "sent" | "not taken" | "not wanted",
): Promise<void> {
  await commandHandler.handle({
    decider: logoutOutcome,
    stream: logoutStream(event.id),
    command: outcomeOf(event, what),
    person: event.data.userId,
    commandContext: systemContext("logouts", now(), event.id),
  });
}
