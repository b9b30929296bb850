import { invalidField, problem, withFields } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import { knownPasswordText } from "../passwords/known-passwords.ts";

export const answerRefusal = refusalAnswers({
  "invalid-email": invalidField("email", "Invalid email address"),
  "email-taken": problem(409, "email_taken", "This email address already has an account. Sign in, or use another one."),
  "username-taken": problem(409, "username_taken", "This username is taken. Please choose another one."),
  "username-reserved": problem(409, "username_taken", "This username is taken. Please choose another one."),
  "known-password": withFields(problem(400, "known_password", knownPasswordText), { password: knownPasswordText }),
  "sign-up-closed": problem(403, "sign_up_closed", "Sign-up is closed. If you have an account, sign in."),
  "invitation-required": problem(
    403,
    "invitation_required",
    "You can join only with an invitation. Open the link of your invitation again.",
  ),
  "invalid-invitation": invalidField(
    "invitation",
    "This invitation has expired, was used up or was revoked. Ask for another one.",
  ),
  "other-address": invalidField("email", "This invitation is for another address"),
  "domain-not-allowed": invalidField("email", "Addresses of this domain cannot join. Use another address."),
  "invalid-link": problem(400, "invalid_token", "Invalid or expired verification token"),
});
