import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import type { Refused } from "../handling/decider.ts";

export type CodePurpose = "sign-in" | "step-up";
export type DisableReason = Extract<SecondFactorEvent, { type: "TwoFactorDisabled" }>["data"]["reason"];

export type SecondFactorCommand =
  | SetUpCommand
  | { type: "disable"; userId: string; reason: DisableReason; recoveryCodesKept: boolean }
  /** `device`: the known device that it comes from, or null. */
  | {
      type: "verify-code";
      userId: string;
      attemptId: string;
      code: GivenCode;
      purpose: CodePurpose;
      device: string | null;
      now: Date;
      machineTime: Date;
    }
  /** By an admin. */
  | { type: "unlock-codes"; userId: string }
  /** `replace`: also if some are left. */
  | { type: "issue-recovery-codes"; userId: string; set: RecoveryDigests; replace: boolean }
  | { type: "trust-device"; userId: string; trustId: string; tokenHash: string; sessionEpoch: number }
  /** The account's sessions ended but for one, whose browser stays trusted. */
  | { type: "keep-trust"; userId: string; trustId: string; sessionEpoch: number; now: Date }
  | { type: "end-trust"; userId: string; trustId: string }
  | DisowningCommand;

/** Six digits of an authenticator app, or the digest of a recovery code. */
export type GivenCode = { kind: "totp"; digits: string } | { kind: "recovery"; digest: string };

export type SecondFactorReason =
  | "two-factor-enabled"
  | "two-factor-disabled"
  | "no-set-up"
  | "wrong-code"
  | "used-code"
  | "codes-locked"
  | "not-found";

export type CommandOf<Type extends SecondFactorCommand["type"]> = Extract<SecondFactorCommand, { type: Type }>;

export type Decision = readonly SecondFactorEvent[] | Refused<SecondFactorReason>;

export interface RecoveryDigests {
  setId: string;
  digests: readonly string[];
}

/** The session that sets up. */
export interface SettingUp {
  sessionId: string;
  /** The account's epoch now, not that of the session: what secures the account raises it, also where it keeps the session. */
  sessionEpoch: number;
}

type SetUpCommand =
  /** `secret`: shown unless one that was shown to this session a moment ago still counts. */
  | { type: "start-set-up"; userId: string; by: SettingUp; secret: string; now: Date }
  /** `set`: digests of recovery codes, issued if none are left. `replace`: also if some are, of second factors that are gone. */
  | {
      type: "enable";
      userId: string;
      by: SettingUp;
      attemptId: string;
      code: string;
      set: RecoveryDigests;
      replace: boolean;
      now: Date;
      machineTime: Date;
    };

type DisowningCommand =
  /** A hardware key was removed. `isLast`: it was the only one. */
  | { type: "forget-key"; userId: string; isLast: boolean }
  /** `hasKey`: a hardware key is left, which recovery codes belong to as well. */
  | { type: "disown"; userId: string; periods: readonly Period[]; reason: DisowningReason; hasKey: boolean };

/** `admin`: an admin removes what was added in the periods; `secured`: it ends with other parts of the account. */
export type DisowningReason = "disowned" | "admin" | "secured";

/** Both ends are part of it. */
export interface Period {
  from: Date;
  to: Date;
}
