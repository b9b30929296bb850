import { invalidField, problem } from "@attestory/http/routing/problem.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import { mostApplications } from "./counted-applications.ts";

const needsPkce = "A public application always has to use PKCE";

export const answerRefusal = refusalAnswers({
  "no-such-application": problem(404, "not_found", "There is no such application"),
  "too-many-applications": problem(
    409,
    "too_many_applications",
    `You have ${mostApplications} applications. Delete one first.`,
  ),
  "owns-already": problem(409, "owns_already", "This application belongs to that account already"),
  "not-a-developer": problem(
    409,
    "not_a_developer",
    "The new owner must be an active account with a verified address and developer access",
  ),
  "owner-has-too-many": problem(
    409,
    "too_many_applications",
    `That developer has ${mostApplications} applications, which is the most.`,
  ),
  "owner-changed-meanwhile": problem(
    409,
    "owner_changed",
    "This application was handed over by someone else just now. Look at its owner again.",
  ),
  "public-needs-pkce": invalidField("requirePkce", needsPkce),
  "no-secret": problem(409, "no_secret", "A public application has no secret"),
});
