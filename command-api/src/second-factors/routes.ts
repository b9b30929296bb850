import { message } from "@attestory/http/routing/answers.ts";
import { parseTrustToken, trustedDeviceCookie } from "@attestory/http/security/trust-token.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { among, type Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { trustedDeviceParams } from "../sign-in/schema.ts";
import { disableTotp } from "./disable-totp.ts";
import { issueRecoveryCodes } from "./issue-recovery-codes.ts";
import { answerRefusal } from "./refusals.ts";
import { recoveryCodes, twoFactorEnabled, twoFactorSetUp, twoFactorVerification } from "./schema.ts";
import { hasTotp } from "./second-factors.ts";
import type { SecondFactorReason } from "./second-factors-command.ts";
import { enableTotp, type SetUpDependencies, startTotpSetUp } from "./set-up-totp.ts";
import { endedTrustCookie, endTrust } from "./trusted-device.ts";

interface SecondFactorServices extends SetUpDependencies {
  commands: Commands;
  mailLimits: MailLimits;
  /** Whether the account has a second factor beside the authenticator app. */
  hasHardwareKey(userId: string): Promise<boolean>;
}

export function secondFactorRoutes(services: SecondFactorServices): CommandRoute[] {
  const { commandHandler, mailLimits } = services;
  const route = services.commands.routes(answerRefusal);
  return [
    route({
      method: "get",
      path: "/api/auth/2fa/setup",
      summary:
        "Start the set-up of two-factor authentication; shows the same secret to the same session for ten minutes",
      operationId: "setUpTwoFactor",
      description:
        "Starts the set-up of two-factor authentication. For ten minutes it answers the same session the same secret again.",
      access: "user",
      // It records the secret. A stolen session must not lock its owner out.
      write: true,
      stepUp: true,
      revokes: false,
      answers: { 200: twoFactorSetUp },
      refuses: among<SecondFactorReason>("two-factor-enabled"),
      async handle({ principal: { userId, sessionId }, commandContext }) {
        const outcome = await startTotpSetUp(services, { userId, sessionId }, commandContext);
        if (isRefused(outcome)) return outcome;
        const { qrCode, secret, position } = outcome;
        return { status: 200, body: { qrCode, secret }, position };
      },
    }),
    route({
      method: "post",
      path: "/api/auth/2fa/verify",
      summary: "Turn on two-factor authentication with a first code",
      operationId: "enableTwoFactor",
      description: "Turns on two-factor authentication. Its recovery codes are shown only in this answer.",
      access: "user",
      revokes: false,
      body: twoFactorVerification,
      answers: { 200: twoFactorEnabled },
      refuses: among<SecondFactorReason>("no-set-up", "wrong-code", "two-factor-enabled"),
      async handle({ body, principal: { userId, sessionId }, commandContext }) {
        const replace = !(await services.hasHardwareKey(userId));
        const outcome = await mailLimits.ofAccount(userId, () =>
          enableTotp(services, { userId, sessionId, code: body.totpCode, replace }, commandContext),
        );
        if (isRefused(outcome)) return outcome;
        const { position, recoveryCodes: codes } = outcome;
        const answer = { message: "2FA Enabled Successfully", recoveryCodes: codes && [...codes] };
        return { status: 200, body: answer, position };
      },
    }),
    route({
      method: "post",
      path: "/api/auth/2fa/disable",
      summary: "Turn off two-factor authentication",
      operationId: "disableTwoFactor",
      description: "Turns off two-factor authentication, and ends the trust in every device.",
      access: "user",
      stepUp: true,
      revokes: false,
      answers: { 200: message },
      refuses: among<SecondFactorReason>("two-factor-disabled"),
      async handle({ principal: { userId }, commandContext }) {
        const recoveryCodesKept = await services.hasHardwareKey(userId);
        const outcome = await mailLimits.ofAccount(userId, () =>
          disableTotp(commandHandler, { userId, reason: "owner", recoveryCodesKept }, commandContext),
        );
        return answerMessage(outcome, "2FA disabled");
      },
    }),
    route({
      method: "post",
      path: "/api/auth/2fa/recovery-codes",
      summary: "Make ten new recovery codes; earlier ones stop working",
      operationId: "makeRecoveryCodes",
      description: "Makes ten new recovery codes. Earlier ones stop working.",
      access: "user",
      stepUp: true,
      revokes: false,
      answers: { 200: recoveryCodes },
      refuses: ["no-second-factor"],
      async handle({ principal: { userId }, commandContext }) {
        if (!((await hasTotp(commandHandler, userId)) || (await services.hasHardwareKey(userId)))) {
          return { refused: "no-second-factor" };
        }
        const outcome = await mailLimits.ofAccount(userId, () =>
          issueRecoveryCodes(services, { userId, replace: true }, commandContext),
        );
        if (isRefused(outcome)) return outcome;
        const { position, recoveryCodes: codes } = outcome;
        // Another request has made newer ones meanwhile.
        if (codes === null) return { refused: "conflict" };
        return { status: 200, body: { recoveryCodes: [...codes] }, position };
      },
    }),
    route({
      method: "delete",
      path: "/api/user/trusted-devices/{id}",
      summary: "Ask one of your trusted browsers for a second factor again",
      operationId: "endDeviceTrust",
      description: "Asks a trusted browser for a second factor again.",
      access: "user",
      revokes: false,
      provesPrincipal: true,
      params: trustedDeviceParams,
      answers: { 200: message },
      refuses: among<SecondFactorReason>("not-found"),
      async handle({ params, principal: { userId }, context, commandContext }) {
        const trustId = params.id.toLowerCase();
        const outcome = await endTrust(commandHandler, { userId, trustId }, commandContext);
        const isThisOne = parseTrustToken(context.cookies.get(trustedDeviceCookie))?.trustId === trustId;
        return answerMessage(outcome, "This device is no longer trusted", isThisOne ? [endedTrustCookie()] : []);
      },
    }),
  ];
}
