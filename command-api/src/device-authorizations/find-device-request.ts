import { deviceRequestStream } from "@attestory/events/envelope.ts";
import type { Application } from "../applications/application-state.ts";
import { type AskedApi, readAskedApi } from "../applications/find-api.ts";
import { loadApplication } from "../applications/load-application.ts";
import { type DeviceRequest, deviceRequest, isOver } from "../authorizations/device-request.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { DeviceAnswerReason } from "./device-refusals.ts";
import type { Guesser, GuessLimits } from "./guess-limits.ts";
import { typedUserCode, userCodeKey } from "./user-code.ts";

export interface FindDependencies {
  commandHandler: CommandHandler;
  guessLimits: GuessLimits;
  /** The keyring's HMAC under the link key. */
  hmac(...parts: string[]): string;
}

/** What a device asks, and who. */
export interface FoundRequest {
  /** Of its stream. */
  key: string;
  /** As the device shows it, without the hyphen. */
  userCode: string;
  request: DeviceRequest;
  application: Application;
  /** The API that it asks for tokens of. */
  api: AskedApi;
}

type FindRefusal = Refused<DeviceAnswerReason> | TooManyAttempts;

/** The request of a code that somebody typed, as one more guess if there is none. It may have expired, or been answered. */
export async function findDeviceRequest(
  { commandHandler, guessLimits, hmac }: FindDependencies,
  { typed, guesser }: { typed: string; guesser: Guesser },
): Promise<FoundRequest | FindRefusal> {
  const userCode = typedUserCode(typed);
  if (userCode === null) return { refused: "unknown-code" };
  const key = userCodeKey(userCode, hmac);
  const request = await guessLimits.guess(guesser, () => load(commandHandler, key));
  if (request === null) return { refused: "unknown-code" };
  if (isRefused(request)) return request;
  const application = await loadApplication(commandHandler, request.applicationId);
  if (!application?.allowDeviceFlow) return { refused: "application-gone" };
  const api = await readAskedApi(commandHandler, { client: application, ...request });
  return api && "error" in api ? { refused: "application-gone" } : { key, userCode, request, application, api };
}

/** Null also for a request of another generation of the log: its device asks in vain. */
async function load(commandHandler: CommandHandler, key: string): Promise<DeviceRequest | null> {
  const { state } = await commandHandler.load(deviceRequest, deviceRequestStream(key));
  return state.status === "requested" && state.generation === commandHandler.generation ? state : null;
}

/** A request that waits for its answer. */
export function waiting(found: FoundRequest, now: Date): FoundRequest | Refused<DeviceAnswerReason> {
  if (isOver(found.request, now)) return { refused: "code-over" };
  return found.request.answer === null ? found : { refused: "code-answered" };
}
