import { randomUUID } from "node:crypto";
import type { HardwareKeysCommand } from "@attestory/command-api/hardware-keys/hardware-keys-command.ts";
import type { SecondFactorCommand } from "@attestory/command-api/second-factors/second-factors-command.ts";
import { sampleKey } from "@attestory/command-api/testing/people.ts";
import { codeAt } from "@attestory/command-api/testing/totp-codes.ts";
import type { CommandOf, Fields } from "./random-fields.ts";

const digests = ["one", "two", "three"];
const codes = () => ({ setId: randomUUID(), digests });
const attempt = ({ userId, now }: Fields) => ({ userId, attemptId: randomUUID(), now });
const epochOf = ({ registered }: Fields) => registered?.sessionEpoch ?? 0;
const codeOf = (secret: string | null | undefined, { now }: Fields) => (secret ? codeAt(secret, now) : "000000");

/** The fields of every command of second factors. */
export const secondFactorCommands: CommandOf<SecondFactorCommand> = {
  "start-set-up": (fields) => ({
    userId: fields.userId,
    by: { sessionId: fields.sessionId, sessionEpoch: epochOf(fields) },
    secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
    now: fields.now,
  }),
  enable: (fields) => ({
    ...attempt(fields),
    by: { sessionId: fields.factors.setUp?.sessionId ?? fields.sessionId, sessionEpoch: epochOf(fields) },
    code: codeOf(fields.factors.setUp?.secret, fields),
    set: codes(),
    replace: fields.flag,
    machineTime: fields.now,
  }),
  disable: ({ userId, flag }) => ({ userId, reason: flag ? "owner" : "rescued", recoveryCodesKept: flag }),
  "verify-code": (fields) => ({
    ...attempt(fields),
    code: fields.flag
      ? { kind: "totp", digits: codeOf(fields.factors.totp?.secret, fields) }
      : { kind: "recovery", digest: fields.factors.recovery?.digests[0] ?? "none" },
    purpose: "sign-in",
    device: null,
    machineTime: fields.now,
  }),
  "unlock-codes": ({ userId }) => ({ userId }),
  "issue-recovery-codes": ({ userId, flag }) => ({ userId, set: codes(), replace: flag }),
  "trust-device": (fields) => ({
    userId: fields.userId,
    trustId: fields.sessionId,
    tokenHash: "hash",
    sessionEpoch: epochOf(fields),
  }),
  "keep-trust": (fields) => ({
    userId: fields.userId,
    trustId: fields.sessionId,
    sessionEpoch: epochOf(fields),
    now: fields.now,
  }),
  "end-trust": ({ userId, sessionId }) => ({ userId, trustId: sessionId }),
  disown: ({ userId, flag, now }) => ({
    userId,
    periods: [{ from: new Date(0), to: now }],
    reason: "disowned",
    hasKey: flag,
  }),
  "forget-key": ({ userId, flag }) => ({ userId, isLast: flag }),
};

const keyIdOf = ({ keys }: Fields) => keys.keys[0]?.keyId ?? randomUUID();
const useOf = (fields: Fields) => ({
  keyId: keyIdOf(fields),
  challengeId: randomUUID(),
  signCount: (fields.keys.keys[0]?.signCount ?? 0) + (fields.flag ? 1 : 0),
});

/** The fields of every command of hardware keys. */
export const hardwareKeyCommands: CommandOf<HardwareKeysCommand> = {
  add: ({ userId, text, flag }) =>
    sampleKey({
      userId,
      keyId: randomUUID(),
      name: text ?? "",
      signCount: flag ? 1 : 0,
      transports: ["usb"],
      discoverable: flag,
      userVerified: true,
    }),
  rename: (fields) => ({ keyId: keyIdOf(fields), name: fields.text ?? "" }),
  remove: (fields) => ({ keyId: keyIdOf(fields), reason: fields.flag ? "owner" : "disowned" }),
  use: (fields) => ({ ...useOf(fields), purpose: "sign-in" }),
  "record-sign-count": (fields) => ({ ...useOf(fields), now: fields.now }),
  forgo: ({ userId }) => ({ userId, keyId: randomUUID() }),
  require: ({ userId }) => ({ userId, requirementId: randomUUID(), password: "digest" }),
  "make-optional": ({ keys }) => ({ requirementIds: keys.requirements.map(({ id }) => id) }),
};
