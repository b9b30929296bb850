import { at, recorded } from "@attestory/event-store/testing/recorded.ts";
import { expect, it } from "vitest";
import { folded, given } from "../testing/given-when-then.ts";
import { recoveryCodes } from "./recovery-codes.ts";

const userId = "11111111-1111-4111-8111-111111111111";
const setId = "22222222-2222-4222-8222-222222222222";
const issued = (count: number, second = 0) =>
  recorded(
    { type: "RecoveryCodesIssued", data: { userId, setId, digests: Array.from({ length: count }, String) } },
    { recordedAt: at(second) },
  );
const used = recorded({
  type: "RecoveryCodeUsed",
  data: { userId, attemptId: setId, digest: "1", purpose: "sign-in" },
});
const disabled = (recoveryCodesKept: boolean) =>
  recorded({ type: "TwoFactorDisabled", data: { userId, reason: "owner", recoveryCodesKept } });

it("TF-11 counts the recovery codes that are left, and shows none of their digests", () => {
  expect(folded(recoveryCodes, [issued(10), used, used])).toEqual({ userId, left: 8, issuedAt: at(0).getTime() });
});

it("TF-11 counts only those that were made last", () => {
  given(recoveryCodes, issued(10), used)
    .when(issued(10, 7))
    .thenChanged({ left: 10, issuedAt: at(7).getTime() });
});

it("ends them with two-factor authentication, unless another second factor keeps them", () => {
  given(recoveryCodes, issued(10)).when(disabled(false)).thenNoDocument();
  given(recoveryCodes, issued(10)).when(disabled(true)).thenUnchanged();
});
