import { applicationAnswer } from "@attestory/http/routing/application-answer.ts";
import type { Application as ApplicationAnswer } from "@attestory/http/routing/application-schema.ts";
import type { Application } from "./application-state.ts";

export function answerApplication(application: Application, clientSecret: string | null): ApplicationAnswer {
  const { applicationId: id, registeredAt } = application;
  return applicationAnswer(application, { id, clientId: id, clientSecret, createdAt: registeredAt.toISOString() });
}
