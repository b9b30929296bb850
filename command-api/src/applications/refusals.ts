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
  "wrong-auth-method": invalidField(
    "tokenEndpointAuthMethod",
    "Use none for a public application, and client_secret or private_key_jwt for a confidential one",
  ),
  "needs-keys": invalidField("jwks", "Enter at least one public key: private_key_jwt needs it"),
  "unusable-keys": invalidField("jwks", "One of the keys cannot be used: it is no valid public key, or too weak"),
  "resource-taken": invalidField(
    "api.resource",
    "Another application has this resource, or had it within the last hour. Use another address.",
  ),
  "resource-reserved": invalidField("api.resource", "Use an address that is not of this service"),
  "unknown-api-client": invalidField("api.clients", "One of these is the id of no confidential application here"),
  "described-by-document": problem(
    409,
    "described_by_document",
    "This application describes itself by the metadata document at the address that is its client id. Its settings are changed there, and nobody can trust it.",
  ),
  "only-admins-delete": problem(
    409,
    "only_admins_delete",
    "Only an admin can delete an application that describes itself, because its address never counts again",
  ),
  "no-secret": problem(409, "no_secret", "This application authenticates without a secret"),
});
