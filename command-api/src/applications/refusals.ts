import { problem, withFields } from "@attestory/http/routing/problem.ts";
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
  "public-needs-pkce": withFields(problem(400, "invalid_fields", needsPkce), { requirePkce: needsPkce }),
  "no-secret": problem(409, "no_secret", "A public application has no secret"),
});
