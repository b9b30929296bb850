import { randomUUID } from "node:crypto";
import type { HardwareKeysCommand } from "@attestory/command-api/hardware-keys/hardware-keys-command.ts";
import type { SecondFactorCommand } from "@attestory/command-api/second-factors/second-factors-command.ts";
import { sampleKey } from "@attestory/command-api/testing/people.ts";
import { codeAt } from "@attestory/command-api/testing/totp-codes.ts";
import type { CommandOf } from "./random-fields.ts";

const codeOf = (secret: string | null | undefined, now: Date) => (secret ? codeAt(secret, now) : "000000");

/** The fields of every command of second factors. */
export const secondFactorCommands: CommandOf<SecondFactorCommand> = {
  "start-set-up": ({ userId, by, now }) => ({ userId, by, secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", now }),
  enable: ({ userId, attemptId, factors, by, set, flag, now, machineTime }) => ({
    userId,
    attemptId,
    by: { ...by, sessionId: factors.setUp?.sessionId ?? by.sessionId },
    code: codeOf(factors.setUp?.secret, now),
    set,
    replace: flag,
    now,
    machineTime,
  }),
  disable: ({ userId, flag }) => ({ userId, reason: flag ? "owner" : "rescued", recoveryCodesKept: flag }),
  "verify-code": ({ userId, attemptId, factors, flag, now, machineTime }) => ({
    userId,
    attemptId,
    code: flag
      ? { kind: "totp", digits: codeOf(factors.totp?.secret, now) }
      : { kind: "recovery", digest: factors.recovery?.digests[0] ?? "none" },
    purpose: "sign-in",
    device: null,
    now,
    machineTime,
  }),
  "unlock-codes": ({ userId }) => ({ userId }),
  "issue-recovery-codes": ({ userId, set, flag }) => ({ userId, set, replace: flag }),
  "trust-device": ({ userId, trustId, sessionEpoch }) => ({ userId, trustId, tokenHash: "hash", sessionEpoch }),
  "keep-trust": ({ userId, trustId, sessionEpoch, now }) => ({ userId, trustId, sessionEpoch, now }),
  "end-trust": ({ userId, trustId }) => ({ userId, trustId }),
  disown: ({ userId, flag, now }) => ({
    userId,
    periods: [{ from: new Date(0), to: now }],
    reason: "disowned",
    hasKey: flag,
  }),
  "forget-key": ({ userId, flag }) => ({ userId, isLast: flag }),
};

/** The fields of every command of hardware keys. */
export const hardwareKeyCommands: CommandOf<HardwareKeysCommand> = {
  add: ({ userId, name, flag }) =>
    sampleKey({
      userId,
      keyId: randomUUID(),
      name,
      signCount: flag ? 1 : 0,
      transports: ["usb"],
      discoverable: flag,
      userVerified: true,
    }),
  rename: ({ keyId, name }) => ({ keyId, name }),
  remove: ({ keyId, flag }) => ({ keyId, reason: flag ? "owner" : "disowned" }),
  use: ({ keyId, challengeId, signCount }) => ({ keyId, challengeId, signCount, purpose: "sign-in" }),
  "record-sign-count": ({ keyId, challengeId, signCount, now }) => ({ keyId, challengeId, signCount, now }),
  forgo: ({ userId }) => ({ userId, keyId: randomUUID() }),
  require: ({ userId }) => ({ userId, requirementId: randomUUID(), password: "digest" }),
  "make-optional": ({ keys }) => ({ requirementIds: keys.requirements.map(({ id }) => id) }),
};
