import { clientIdOf } from "@attestory/events/client-id.ts";
import { applicationAnswer } from "@attestory/http/routing/application-answer.ts";
import type { Application } from "@attestory/http/routing/application-schema.ts";
import type { ApplicationDocument } from "@attestory/projections/read-models/applications.ts";

/** An application as its owner sees it. */
export function answerApplication(application: ApplicationDocument, clientSecret: string | null): Application {
  const { id, createdAt } = application;
  return applicationAnswer(application, { id, clientId: clientIdOf(id, application), clientSecret, createdAt });
}
