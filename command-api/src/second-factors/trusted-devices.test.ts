import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import { describe, it } from "vitest";
import { at, id, later, past, t0, userId } from "../testing/second-factor-past.ts";
import type { SecondFactorCommand } from "./second-factors-command.ts";

const [trustId, other] = [id(1), id(2)];
const trusted = (sessionEpoch = 0, seconds = 60, trust = trustId): SecondFactorEvent => ({
  type: "DeviceTrusted",
  data: { userId, trustId: trust, tokenHash: "hash", sessionEpoch, seconds },
});
const ended = (trust: string | null): SecondFactorEvent => ({
  type: "DeviceTrustEnded",
  data: { userId, trustId: trust },
});
const keep = (sessionEpoch: number, now = t0): SecondFactorCommand => ({
  type: "keep-trust",
  userId,
  trustId,
  sessionEpoch,
  now,
});
const end: SecondFactorCommand = { type: "end-trust", userId, trustId };
const forgetKey: SecondFactorCommand = { type: "forget-key", userId, isLast: false };

describe("a trusted browser", () => {
  it("stays trusted in the next session epoch, for the time that was left", () => {
    past(at(trusted()))
      .when(keep(1, later(20)))
      .gives(trusted(1, 40));
    past(at(trusted()), at(trusted(1)))
      .when(keep(2))
      .gives(trusted(2));
  });

  it("is not trusted again once its trust has ended, expired or missed an epoch", () => {
    past(at(trusted()))
      .when(keep(1, later(60)))
      .gives();
    past(at(trusted())).when(keep(2)).gives();
    past(at(trusted()), at(trusted(1)))
      .when(keep(1))
      .gives();
    past(at(trusted()), at(ended(trustId)))
      .when(keep(1))
      .gives();
    past().when(keep(1)).gives();
  });

  it("ends once, alone, or with all others where a hardware key is removed", () => {
    const both = [at(trusted()), at(trusted(0, 60, other))];
    past(...both)
      .when(end)
      .gives(ended(trustId));
    past(...both, at(ended(trustId)))
      .when(end)
      .refuses("not-found");
    past(...both)
      .when(forgetKey)
      .gives(ended(null));
    past(...both, at(ended(null)))
      .when(forgetKey)
      .gives();
  });
});
