import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import { describe, expect, it } from "vitest";
import {
  accepted,
  at,
  code,
  device,
  id,
  later,
  locked,
  nextCode,
  past,
  recovery,
  setUp,
  step,
  userId,
  verify,
  withTotp,
  wrong,
  wrongGiven,
} from "../testing/second-factor-past.ts";

describe("a code", () => {
  it("TF-01 is accepted once: not again, nor an earlier one after it", () => {
    withTotp().when(verify(code)).gives(accepted(step));
    withTotp(at(accepted(step, id(2))))
      .when(verify(code))
      .refuses("used-code");
    withTotp(at(accepted(step + 1, id(2))))
      .when(verify(code))
      .refuses("used-code");
    withTotp(at(accepted(step, id(2))))
      .when(verify(nextCode))
      .gives(accepted(step + 1));
  });

  it("TF-01 given again by the same attempt gives nothing new", () => {
    withTotp(at(accepted(step)))
      .when(verify(code))
      .gives();
  });

  it("TF-02 TF-08 of the step before or after is accepted, of the second one is not", () => {
    withTotp()
      .when(verify(code, { now: later(-30) }))
      .gives(accepted(step));
    withTotp()
      .when(verify(code, { now: later(30) }))
      .gives(accepted(step));
    for (const seconds of [-90, -60, 60, 90]) {
      withTotp()
        .when(verify(code, { now: later(seconds) }))
        .gives(wrongGiven());
    }
  });

  it("FA-03 is compared with the machine's time, also while the log is an hour ahead", () => {
    const ahead = later(3600);
    withTotp()
      .when(verify(code, { now: ahead, machineTime: later(0) }))
      .gives(accepted(step));
    withTotp()
      .when(verify(code, { now: later(0), machineTime: ahead }))
      .gives(wrongGiven());
  });

  it("FA-03 is accepted although a later one was, by a machine whose clock was ahead", () => {
    withTotp(at(accepted(step + 120, id(2))))
      .when(verify(code))
      .gives(accepted(step));
  });

  it("FA-03 TF-01 is not accepted again when the clock is set back to its time", () => {
    withTotp(at(accepted(step, id(2))), at(accepted(step + 120, id(3))))
      .when(verify(code))
      .refuses("used-code");
  });

  it("is wrong where there is no second factor", () => {
    past().when(verify(code)).refuses("wrong-code");
    past(setUp).when(verify(code)).refuses("wrong-code");
    past(setUp)
      .when(verify(recovery("a")))
      .refuses("wrong-code");
  });
});

describe("wrong codes", () => {
  const four = Array.from({ length: 4 }, () => at(wrongGiven()));

  it("D6 count no more, from any device, once an admin lifted their lock", () => {
    const lift = { type: "unlock-codes", userId } as const;
    const unlocked: SecondFactorEvent = { type: "CodesUnlocked", data: { userId } };
    const bothLocked = [...four, at(wrongGiven()), at(locked()), at(wrongGiven(device)), at(locked(device))];
    withTotp(...bothLocked)
      .when(lift)
      .gives(unlocked);
    for (const from of [null, device]) {
      withTotp(...bothLocked, at(unlocked))
        .when(verify(code, { from }))
        .gives(accepted(step, id(1), from));
      withTotp(...bothLocked, at(unlocked))
        .when(verify(wrong, { from }))
        .gives(wrongGiven(from));
    }
    withTotp(...bothLocked, at(unlocked))
      .when(lift)
      .gives();
  });

  it("TF-03 lock codes for 15 minutes after the fifth, for right codes too", () => {
    withTotp(...four.slice(1))
      .when(verify(wrong))
      .gives(wrongGiven());
    withTotp(...four)
      .when(verify(wrong))
      .gives(wrongGiven(), locked());
    const now = later(899);
    withTotp(...four, at(wrongGiven()), at(locked()))
      .when(verify(wrong, { now }))
      .refuses("codes-locked");
    withTotp(...four, at(wrongGiven()), at(locked(), later(-870)))
      .when(verify(code))
      .refuses("codes-locked");
    withTotp(...four, at(wrongGiven()), at(locked(), later(-900)))
      .when(verify(code))
      .gives(accepted(step));
  });

  it("TF-03 have five attempts again after the lock, an accepted code or a quiet day, and not before", () => {
    const afterLock = [...four, at(wrongGiven()), at(locked(), later(-900))];
    withTotp(...afterLock)
      .when(verify(wrong))
      .gives(wrongGiven());
    withTotp(...four, at(accepted(step - 5, id(2))))
      .when(verify(wrong))
      .gives(wrongGiven());
    withTotp(...four)
      .when(verify(wrong, { now: later(86_400) }))
      .gives(wrongGiven());
    withTotp(...four)
      .when(verify(wrong, { now: later(86_399) }))
      .gives(wrongGiven(), locked());
  });

  it("TF-03 notify the owner of a lock, but not of each of many", () => {
    const before = at(locked(), later(-6 * 3600 + 1));
    withTotp(before, ...four)
      .when(verify(wrong))
      .gives(wrongGiven(), locked(null, false));
    withTotp(at(locked(), later(-6 * 3600)), ...four)
      .when(verify(wrong))
      .gives(wrongGiven(), locked());
  });

  it("RL-07 of others leave a known device its own attempts, which are five too", () => {
    const lockedForOthers = [...four, at(wrongGiven()), at(locked())];
    withTotp(...lockedForOthers)
      .when(verify(code, { from: device }))
      .gives(accepted(step, id(1), device));
    const fourOfDevice = Array.from({ length: 4 }, () => at(wrongGiven(device)));
    withTotp(...lockedForOthers, ...fourOfDevice)
      .when(verify(wrong, { from: device }))
      .gives(wrongGiven(device), locked(device, false));
    withTotp(...lockedForOthers, at(accepted(step, id(2), device)))
      .when(verify(nextCode))
      .refuses("codes-locked");
  });

  it("TF-03 of many known devices do not displace those of the others", () => {
    const devices = Array.from({ length: 60 }, (_, n) => at(wrongGiven(id(n))));
    withTotp(...four, ...devices)
      .when(verify(wrong))
      .gives(wrongGiven(), locked());
    expect(withTotp(...four, ...devices).state.wrongCodes.length).toBeLessThan(40);
  });
});
