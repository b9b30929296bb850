import { deviceRequestStream } from "@attestory/events/envelope.ts";
import { isProblem, type ProblemAnswer } from "@attestory/http/routing/problem.ts";
import { type DeviceCode, parseDeviceCode } from "@attestory/http/security/grant-tokens.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { recordApplicationSignIn } from "../application-sessions/record-sign-in.ts";
import type { Application } from "../applications/application-state.ts";
import type { Authorization } from "../authorizations/authorization-state.ts";
import {
  type DeviceRequest,
  deviceRequest,
  isOver,
  pollInterval,
  pollIntervals,
} from "../authorizations/device-request.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import { type GivenTokens, giveTokens } from "./give-tokens.ts";
import { loadGrant, spendGrant } from "./spend-grant.ts";
import type { OAuthDependencies } from "./token-dependencies.ts";
import {
  denied,
  expiredDevice,
  missingParameter,
  noDeviceFlow,
  ofAnotherDevice,
  pending,
  slowDown,
  tokenRefusal,
  unknownGrant,
} from "./token-refusals.ts";
import { grantedTarget, type Target } from "./token-target.ts";

export interface DeviceExchange {
  application: Application;
  deviceCode: string | undefined;
  resource: string | undefined;
  /** Thumbprint of the key that was shown; null for none. */
  jkt: string | null;
}

export type ExchangeDevice = (
  exchange: DeviceExchange,
  commandContext: CommandContext,
) => Promise<GivenTokens | ProblemAnswer>;

/** What a device polls with. */
interface Poll {
  application: Application;
  code: DeviceCode;
}

/** RFC 8628 section 3.4: exchanges a device code for tokens once its user has allowed it. */
export function deviceExchange(dependencies: OAuthDependencies, rateLimiter: RateLimiter): ExchangeDevice {
  const isTooSoon = createPace(rateLimiter);

  const answerWaiting = async ({ application, code }: Poll, commandContext: CommandContext): Promise<ProblemAnswer> => {
    const request = await findRequest(dependencies, code);
    if (!request) return expiredDevice;
    if (request.applicationId !== application.applicationId) return ofAnotherDevice;
    if (isOver(request, commandContext.now)) return expiredDevice;
    if (request.answer?.outcome === "denied") return denied;
    if (!(await isTooSoon(request))) return pending;
    await recordSlowDown(dependencies, code, commandContext);
    return slowDown;
  };

  return async ({ application, deviceCode, resource, jkt }, commandContext) => {
    if (!application.allowDeviceFlow) return noDeviceFlow;
    if (deviceCode === undefined) return missingParameter("device_code");
    const code = parseDeviceCode(deviceCode, dependencies.hmac);
    if (!code) return unknownGrant();
    const grant = await loadGrant(dependencies, code.authorizationId);
    return grant
      ? redeem(dependencies, { application, grant, resource, jkt }, commandContext)
      : answerWaiting({ application, code }, commandContext);
  };
}

/** A second use ends what the first gave, and so does the use by another application: as for the code of a browser. */
async function redeem(
  dependencies: OAuthDependencies,
  { application, grant, resource, jkt }: Omit<DeviceExchange, "deviceCode"> & { grant: Authorization },
  commandContext: CommandContext,
): Promise<GivenTokens | ProblemAnswer> {
  const { applicationId } = application;
  const target = await grantedTarget(dependencies, { grant, resource });
  const isFirstUse = grant.applicationId === applicationId && grant.redeemedAt === null;
  const refusal = isFirstUse ? await admit(dependencies, { application, grant, target }, commandContext) : null;
  if (refusal) return refusal;
  const presented = { applicationId, redirectUri: null, challenge: null, jkt, now: commandContext.now };
  const bindsRefreshTokens = application.kind === "public";
  const command = { type: "redeem", ...presented, bindsRefreshTokens } as const;
  const refused = await spendGrant(dependencies, { grant, command }, commandContext);
  if (refused) return refused.refused === "code-expired" ? expiredDevice : tokenRefusal(refused.refused);
  if (isProblem(target)) return target;
  const given = { grant, scopes: grant.scopes, target, nonce: null, serial: grant.offline ? 1 : 0, application, jkt };
  return giveTokens(dependencies, given, commandContext);
}

/** What the first use of a device code needs, beside the code. */
async function admit(
  { commandHandler }: Pick<OAuthDependencies, "commandHandler">,
  { application, grant, target }: { application: Application; grant: Authorization; target: Target | ProblemAnswer },
  commandContext: CommandContext,
): Promise<ProblemAnswer | null> {
  if (isProblem(target)) return target;
  const refused = await recordApplicationSignIn(commandHandler, { ...grant, application }, stepContext(commandContext));
  return refused && tokenRefusal(refused.refused);
}

/** Null once its user code has come to another device, or in another generation of the log. */
async function findRequest(
  { commandHandler }: OAuthDependencies,
  { authorizationId, key }: DeviceCode,
): Promise<DeviceRequest | null> {
  const { state } = await commandHandler.load(deviceRequest, deviceRequestStream(key));
  if (state.status === "none" || state.authorizationId !== authorizationId) return null;
  return state.generation === commandHandler.generation ? state : null;
}

/** Where other requests of the device come first each time, the interval stays as it is: they were slowed down. */
async function recordSlowDown(
  { commandHandler }: OAuthDependencies,
  { authorizationId, key }: DeviceCode,
  commandContext: CommandContext,
): Promise<void> {
  await commandHandler.handle({
    decider: deviceRequest,
    stream: deviceRequestStream(key),
    command: { type: "slow-down", authorizationId },
    person: null,
    commandContext,
  });
}

/** A second less than a device is told to wait: networks delay one request more than another. */
const jitterSeconds = 1;

/** Whether a device asks again before its interval is over. */
function createPace(rateLimiter: RateLimiter): (request: DeviceRequest) => Promise<boolean> {
  const windows = new Map(
    pollIntervals.map((seconds) => [
      seconds,
      rateLimiter.window(`a device's poll every ${seconds} s`, 1, seconds - jitterSeconds),
    ]),
  );
  return async ({ authorizationId, slowDowns }) => {
    const consumption = await windows.get(pollInterval({ slowDowns }))?.consume(authorizationId);
    if (!consumption || !("waitSeconds" in consumption)) return false;
    // Its next interval begins now.
    await windows.get(pollInterval({ slowDowns: slowDowns + 1 }))?.consume(authorizationId);
    return true;
  };
}
