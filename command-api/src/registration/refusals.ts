import { problem, withFields } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import { knownPasswordText } from "../passwords/known-passwords.ts";

export const answerRefusal = refusalAnswers({
  "invalid-email": withFields(problem(400, "invalid_fields", "Invalid email address"), {
    email: "Invalid email address",
  }),
  "email-taken": problem(409, "email_taken", "This email address already has an account. Sign in, or use another one."),
  "username-taken": problem(409, "username_taken", "This username is taken. Please choose another one."),
  "username-reserved": problem(409, "username_taken", "This username is taken. Please choose another one."),
  "known-password": withFields(problem(400, "known_password", knownPasswordText), { password: knownPasswordText }),
  "invalid-link": problem(400, "invalid_token", "Invalid or expired verification token"),
});
