import { invalidField, type ProblemAnswer, problem, withFields, withHeaders } from "@attestory/http/routing/problem.ts";
import type { InvitationsUsedUp } from "../accounts/count-invited-account.ts";
import { refusalAnswers, retryAfter } from "../handling/answer-refusal.ts";
import { knownPasswordText } from "../passwords/known-passwords.ts";

const usedUp = (text: string) => problem(429, "invitations_used_up", text);

const answerOther = refusalAnswers({
  "invalid-email": invalidField("email", "Invalid email address"),
  "email-taken": problem(409, "email_taken", "This email address already has an account. Sign in, or use another one."),
  "username-taken": problem(409, "username_taken", "This username is taken. Please choose another one."),
  "username-reserved": problem(409, "username_taken", "This username is reserved. Please choose another one."),
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
  "invitations-used-up": usedUp("Your API keys have created as many accounts in 24 hours as they may."),
});

type OtherRefusal = Parameters<typeof answerOther>[0];

export const answerRefusal = (refusal: OtherRefusal | InvitationsUsedUp): ProblemAnswer =>
  "resumesAt" in refusal ? answerUsedUp(refusal) : answerOther(refusal);

function answerUsedUp({ limit, resumesAt, waitSeconds }: InvitationsUsedUp): ProblemAnswer {
  const made = limit === 1 ? "one account" : `${limit} accounts`;
  const text = `Your API keys have created ${made} in 24 hours, which is all they may. They can create the next one at ${resumesAt.toISOString()}.`;
  return withHeaders(usedUp(text), retryAfter(waitSeconds));
}
