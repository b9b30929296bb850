import type { ToastText } from "../../parts/toasts.ts";

/** With so few codes left, the user is asked to make new ones. */
export const fewCodes = 3;

/** "1 recovery code left". */
export const codesLeft = (left: number): string => `${left} recovery ${left === 1 ? "code" : "codes"} left`;

/** Shows a user who signed in with a recovery code how many are left. */
export const recoveryCodeUsed = (left: number): ToastText => ({
  kind: "plain",
  title: codesLeft(left),
  description:
    left > fewCodes
      ? "The one that you used no longer works."
      : "Make new ones in your account settings before you need them.",
});
