import { deviceRequestStream } from "@attestory/events/envelope.ts";
import { deviceCodeText } from "@attestory/http/security/grant-tokens.ts";
import type { z } from "zod";
import { deviceCodeSeconds, deviceRequest, pollInterval } from "../authorizations/device-request.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import type { deviceAuthorizationResponse } from "./schema.ts";
import { newUserCode, shownUserCode, userCodeKey } from "./user-code.ts";

/** One in a billion is taken while some are in use: a second one is hardly ever needed. */
const attempts = 5;

export interface BeginDependencies {
  commandHandler: Pick<CommandHandler, "handle" | "generation">;
  /** The keyring's HMAC under the link key. */
  hmac(...parts: string[]): string;
  /** `PUBLIC_URL`. */
  issuer: string;
  newCode?: () => string;
}

export interface DeviceAsking {
  applicationId: string;
  scopes: readonly string[];
  resource: string | null;
}

type Response = z.output<typeof deviceAuthorizationResponse>;

/** RFC 8628 section 3.1: begins a request, under a user code that no other one has. */
export async function beginDeviceRequest(
  { commandHandler, hmac, issuer, newCode = newUserCode }: BeginDependencies,
  { applicationId, scopes, resource }: DeviceAsking,
  commandContext: CommandContext,
): Promise<Response | Refused<HandlingReason>> {
  const { generation } = commandHandler;
  const { now } = commandContext;
  const expiresAt = new Date(now.getTime() + deviceCodeSeconds * 1000).toISOString();
  for (let attempt = 0; attempt < attempts; attempt++) {
    const step = stepContext(commandContext);
    const authorizationId = step.newId("authorization");
    const code = newCode();
    const key = userCodeKey(code, hmac);
    const outcome = await commandHandler.handle({
      decider: deviceRequest,
      stream: deviceRequestStream(key),
      command: {
        type: "request",
        authorizationId,
        applicationId,
        scopes: [...scopes],
        resource,
        generation,
        expiresAt,
        now,
      },
      person: null,
      commandContext: step,
    });
    if (!isRefused(outcome)) {
      return responseOf({
        issuer,
        userCode: shownUserCode(code),
        deviceCode: deviceCodeText({ authorizationId, key }, hmac),
      });
    }
    const { refused } = outcome;
    if (refused !== "conflict" && isHandlingReason(refused)) return { refused };
  }
  return { refused: "conflict" };
}

const responseOf = (given: { issuer: string; userCode: string; deviceCode: string }): Response => ({
  device_code: given.deviceCode,
  user_code: given.userCode,
  verification_uri: `${given.issuer}/device`,
  verification_uri_complete: `${given.issuer}/device?user_code=${given.userCode}`,
  expires_in: deviceCodeSeconds,
  interval: pollInterval({ slowDowns: 0 }),
});
