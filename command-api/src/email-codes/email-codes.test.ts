import type { EmailCodeEvent } from "@attestory/events/email-code-events.ts";
import { describe, it } from "vitest";
import { expectSnapshots } from "../testing/expect-snapshots.ts";
import { given, type Past } from "../testing/given-when-then.ts";
import { type EmailCodeCommand, type EmailCodePurpose, emailCodes } from "./email-codes.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const codeId = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const newerId = "1b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const t0 = new Date("2026-03-02T10:00:00.000Z");
const after = (seconds: number) => new Date(t0.getTime() + seconds * 1000);
const past = given(emailCodes);

const requested = (id: string, seconds: number, purpose: EmailCodePurpose = "sign-in"): Past<EmailCodeEvent> => ({
  event: { type: "EmailCodeRequested", data: { userId, purpose } },
  at: after(seconds),
  id,
});
const data = { userId, purpose: "sign-in", codeId } as const;
const wrong: EmailCodeEvent = { type: "WrongEmailCodeGiven", data };
const used: EmailCodeEvent = { type: "EmailCodeUsed", data };
const giving = (isRight: boolean, seconds: number, id = codeId): EmailCodeCommand => ({
  type: "give",
  userId,
  purpose: "sign-in",
  codeId: id,
  isRight,
  now: after(seconds),
});
const request = (seconds: number): EmailCodeCommand => ({
  type: "request",
  userId,
  purpose: "sign-in",
  now: after(seconds),
});
const asked: EmailCodeEvent = { type: "EmailCodeRequested", data: { userId, purpose: "sign-in" } };

describe("a code that an address was sent", () => {
  it("AU-16 is accepted once, within ten minutes", () => {
    past(requested(codeId, 0)).when(giving(true, 599)).gives(used);
    past(requested(codeId, 0)).when(giving(true, 600)).refuses("email-code-over");
    past(requested(codeId, 0), used).when(giving(true, 10)).refuses("email-code-over");
    past().when(giving(true, 0)).refuses("email-code-over");
  });

  it("AU-16 is ended by five wrong ones", () => {
    past(requested(codeId, 0), wrong, wrong, wrong, wrong).when(giving(true, 10)).gives(used);
    past(requested(codeId, 0), wrong, wrong, wrong, wrong).when(giving(false, 10)).gives(wrong);
    past(requested(codeId, 0), wrong, wrong, wrong, wrong, wrong).when(giving(true, 10)).refuses("email-code-over");
  });

  it("AU-16 is ended by a newer one of its purpose alone", () => {
    past(requested(codeId, 0), requested(newerId, 61)).when(giving(true, 70)).refuses("wrong-email-code");
    past(requested(codeId, 0), requested(newerId, 61, "step-up"))
      .when(giving(true, 70))
      .gives(used);
  });

  it("AU-16 is sent again only a minute later, or once it is over", () => {
    past().when(request(0)).gives(asked);
    past(requested(codeId, 0)).when(request(59)).gives();
    past(requested(codeId, 0)).when(request(60)).gives(asked);
    past(requested(codeId, 0), used).when(request(10)).gives(asked);
    past(requested(codeId, 0), wrong, wrong, wrong, wrong, wrong).when(request(10)).gives(asked);
  });

  it("has a snapshot that restores it", () => {
    expectSnapshots(emailCodes, userId, [requested(codeId, 0), wrong, used, requested(newerId, 61, "step-up")]);
  });
});
