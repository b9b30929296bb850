import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import { describe, it } from "vitest";
import {
  at,
  by,
  code,
  enabled,
  id,
  issued,
  later,
  locked,
  past,
  recovery,
  secret,
  set,
  setUp,
  step,
  t0,
  used,
  userId,
  verify,
  withTotp,
  wrong,
} from "../testing/second-factor-past.ts";
import type { SecondFactorCommand } from "./second-factors-command.ts";

describe("a set-up", () => {
  const start = (now: Date, session = by): SecondFactorCommand => ({
    type: "start-set-up",
    userId,
    by: session,
    secret: "NEW",
    now,
  });
  const enable = (given: string, { replace = false, session = by } = {}): SecondFactorCommand => ({
    type: "enable",
    userId,
    by: session,
    attemptId: id(1),
    code: given,
    set,
    replace,
    now: t0,
    machineTime: t0,
  });
  const begunIn = (session = by): SecondFactorEvent => ({
    type: "TotpSetUpStarted",
    data: { userId, secret: "NEW", ...session },
  });
  const stepOfSetUp: SecondFactorEvent = {
    type: "TotpStepAccepted",
    data: { userId, attemptId: id(1), step, purpose: "set-up", device: null },
  };

  it("T16 keeps its secret for ten minutes, and is refused once two-factor authentication is on", () => {
    past().when(start(t0)).gives(begunIn());
    past(setUp)
      .when(start(later(599)))
      .gives();
    past(setUp)
      .when(start(later(600)))
      .gives(begunIn());
    withTotp().when(start(t0)).refuses("two-factor-enabled");
  });

  it("D0 is of the session that began it: another one is shown another secret, and cannot finish it", () => {
    const other = { ...by, sessionId: id(801) };
    past(setUp).when(start(t0, other)).gives(begunIn(other));
    past(setUp)
      .when(enable(code, { session: other }))
      .refuses("no-set-up");
    past(setUp, at(begunIn(other)))
      .when(enable(code))
      .refuses("no-set-up");
    past(setUp, at(begunIn(other)))
      .when(start(t0))
      .gives(begunIn());
  });

  it("D0 ends when the account's epoch is raised, also for the session that began it", () => {
    const secured = { ...by, sessionEpoch: by.sessionEpoch + 1 };
    past(setUp)
      .when(enable(code, { session: secured }))
      .refuses("no-set-up");
    past(setUp).when(start(t0, secured)).gives(begunIn(secured));
  });

  it("D0 has ended if it was recorded without its session", () => {
    const old = at({ type: "TotpSetUpStarted", data: { userId, secret, sessionId: null, sessionEpoch: null } });
    past(old).when(enable(code)).refuses("no-set-up");
    past(old).when(start(t0)).gives(begunIn());
  });

  it("TF-06 ends with a code of its newest secret, and issues recovery codes if none are left", () => {
    past(setUp).when(enable(code)).gives(enabled.event, stepOfSetUp, issued.event);
    past(setUp, issued).when(enable(code)).gives(enabled.event, stepOfSetUp);
    past(setUp, issued)
      .when(enable(code, { replace: true }))
      .gives(enabled.event, stepOfSetUp, issued.event);
    past(setUp, issued, ...["a", "b", "c"].map((digest) => at(used(digest, id(3)))))
      .when(enable(code))
      .gives(enabled.event, stepOfSetUp, issued.event);
    past(setUp).when(enable(wrong)).refuses("wrong-code");
    past(setUp, at({ type: "TotpSetUpStarted", data: { userId, secret: "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U", ...by } }))
      .when(enable(code))
      .refuses("wrong-code");
  });

  it("TF-06 is needed for a verification, not older than an hour, and not ended by another one", () => {
    past().when(enable(code)).refuses("no-set-up");
    past(at(setUp.event, later(-3600)))
      .when(enable(code))
      .refuses("no-set-up");
    withTotp().when(enable(code)).refuses("two-factor-enabled");
    withTotp(at(stepOfSetUp)).when(enable(code)).gives();
  });

  it("TF-01 uses up the code that ended it", () => {
    withTotp(at(stepOfSetUp))
      .when(verify(code, { attempt: 2 }))
      .refuses("used-code");
  });
});

describe("recovery codes", () => {
  it("TF-11 work once each, also while codes are locked", () => {
    withTotp(issued)
      .when(verify(recovery("b")))
      .gives(used("b"));
    withTotp(issued, at(used("b", id(2))))
      .when(verify(recovery("b")))
      .refuses("wrong-code");
    withTotp(issued, at(used("b", id(2))))
      .when(verify(recovery("c")))
      .gives(used("c"));
    withTotp(issued, at(locked()))
      .when(verify(recovery("a")))
      .gives(used("a"));
  });

  it("TF-11 stop working when new ones are made, and with the last second factor", () => {
    const renewed = { setId: id(901), digests: ["x"] };
    const issue: SecondFactorCommand = { type: "issue-recovery-codes", userId, set: renewed, replace: true };
    const replaced: SecondFactorEvent = { type: "RecoveryCodesIssued", data: { userId, ...renewed } };
    withTotp(issued).when(issue).gives(replaced);
    withTotp(issued, at(replaced))
      .when(verify(recovery("a")))
      .refuses("wrong-code");
    withTotp(issued)
      .when({ ...issue, replace: false })
      .gives();
    const off = (recoveryCodesKept: boolean) =>
      at({ type: "TwoFactorDisabled", data: { userId, reason: "owner", recoveryCodesKept } });
    withTotp(issued, off(false))
      .when(verify(recovery("a")))
      .refuses("wrong-code");
    withTotp(issued, off(true))
      .when(verify(recovery("a")))
      .gives(used("a"));
  });
});

describe("turning it off", () => {
  const disable: SecondFactorCommand = { type: "disable", userId, reason: "owner", recoveryCodesKept: false };
  const disabled: SecondFactorEvent = {
    type: "TwoFactorDisabled",
    data: { userId, reason: "owner", recoveryCodesKept: false },
  };

  it("ends codes and trusted browsers, once", () => {
    withTotp().when(disable).gives(disabled);
    withTotp(at(disabled)).when(disable).refuses("two-factor-disabled");
    withTotp(at(disabled)).when(verify(code)).refuses("wrong-code");
  });
});
