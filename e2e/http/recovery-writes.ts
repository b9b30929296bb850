import { type Answered, call, givenSignedInUser } from "./client.ts";
import {
  confirmEmail,
  givenEmailRequest,
  newAddress,
  requestEmail,
  resetPassword,
  resetTokenTo,
  undoEmail,
  undoTokenTo,
} from "./recovery-links.ts";

/** The answers to the calls whose body is the token of an email, made by a user of their own, and to the end of a request. */
export async function recoveryWrites(url: string): Promise<[route: string, answer: Answered][]> {
  const owner = await givenSignedInUser(url);
  await requestEmail(url, owner, newAddress());
  const cancelled = await call(url, "DELETE /api/user/email-change", { token: owner.token });
  const { token } = await givenEmailRequest(url, owner);
  const confirmed = await confirmEmail(url, token);
  const undone = await undoEmail(url, await undoTokenTo(url, owner.email));
  // The undo starts a reset.
  const reset = await resetPassword(url, await resetTokenTo(url, owner.email));
  return [
    ["DELETE /api/user/email-change", cancelled],
    ["POST /api/auth/confirm-email", confirmed],
    ["POST /api/auth/undo-email", undone],
    ["POST /api/auth/reset-password", reset],
  ];
}
