import { message } from "@attestory/http/routing/answers.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import { answerApplication } from "./answer-application.ts";
import {
  type ChangeDependencies,
  changeApplication,
  endRegistrationAccess,
  rotateSecret,
} from "./change-application.ts";
import { settingReasons } from "./client-authentication.ts";
import { deleteOwnApplication } from "./delete-application.ts";
import { isUnnamed, nameClients } from "./name-clients.ts";
import { answerRefusal } from "./refusals.ts";
import { type ApplicationDependencies, registerApplication, type WithSecret } from "./register-application.ts";
import { resourceReasons } from "./reserve-resource.ts";
import {
  applicationAnswer,
  applicationChange,
  applicationParams,
  applicationRegistration,
  secretRotation,
} from "./schema.ts";
import { changeIn, registrationIn } from "./settings-in-body.ts";

interface ApplicationServices extends ApplicationDependencies, ChangeDependencies {
  commands: Commands;
}

export function applicationRoutes(services: ApplicationServices): CommandRoute[] {
  const { commandHandler } = services;
  const answerOf = ({ position, application, secret }: WithSecret) => ({
    body: { application: answerApplication(application, secret) },
    position,
    // The answer holds a secret.
    headers: { "Cache-Control": "no-store" },
  });

  const route = services.commands.routes(answerRefusal);
  return [
    route({
      method: "post",
      path: "/api/developer/applications",
      summary: "Register an application; the answer shows its client secret",
      operationId: "registerApplication",
      description: "Registers an application. The answer shows its client secret, which works at once.",
      access: "developer",
      revokes: false,
      body: applicationRegistration,
      answers: { 201: applicationAnswer },
      refuses: [
        "public-needs-pkce",
        "wrong-auth-method",
        "needs-keys",
        "unusable-keys",
        "too-many-applications",
        "unknown-api-client",
        ...resourceReasons,
      ],
      async handle({ body, principal, commandContext }) {
        const api = await nameClients(commandHandler, { of: null, api: body.api });
        if (isUnnamed(api)) return api;
        const registration = { ownerId: principal.userId, ...registrationIn(body, api) };
        const outcome = await registerApplication(services, registration, commandContext);
        return isRefused(outcome) ? outcome : { status: 201, ...answerOf(outcome) };
      },
    }),
    route({
      method: "put",
      path: "/api/developer/applications/{id}",
      summary: "Change one of your applications; codes for a redirect URI that you remove stop working",
      operationId: "changeApplication",
      description:
        "Changes an application. Codes for a redirect URI that is removed stop working. If left out, description and logoUrl are removed; other optional fields stay as they are.",
      access: "developer",
      // A redirect URI that is added may send the codes of everyone who consented to someone else.
      stepUp: true,
      // Keys and secrets may stop working.
      revokes: true,
      params: applicationParams,
      body: applicationChange,
      answers: { 200: applicationAnswer },
      refuses: [
        "no-such-application",
        "described-by-document",
        "unknown-api-client",
        ...settingReasons,
        ...resourceReasons,
      ],
      async handle({ params, body, principal, commandContext }) {
        const of = { ownerId: principal.userId, applicationId: params.id };
        const api = await nameClients(commandHandler, { of, api: body.api });
        if (isUnnamed(api)) return api;
        const asked = { ...of, change: changeIn(body, api) };
        const outcome = await changeApplication(services, asked, commandContext);
        return isRefused(outcome) ? outcome : { status: 200, ...answerOf({ ...outcome, secret: null }) };
      },
    }),
    route({
      method: "post",
      path: "/api/developer/applications/{id}/rotate-secret",
      summary: "Give one of your applications a new client secret; the former one stops working after graceSeconds",
      operationId: "rotateClientSecret",
      description: "Gives an application a new client secret, and shows it.",
      access: "developer",
      stepUp: true,
      revokes: true,
      params: applicationParams,
      body: secretRotation,
      answers: { 200: applicationAnswer },
      refuses: ["no-secret", "no-such-application"],
      async handle({ params, body, principal, commandContext }) {
        const asked = {
          ownerId: principal.userId,
          applicationId: params.id,
          graceSeconds: body?.graceSeconds ?? 0,
        };
        const outcome = await rotateSecret(services, asked, commandContext);
        return isRefused(outcome) ? outcome : { status: 200, ...answerOf(outcome) };
      },
    }),
    route({
      method: "delete",
      path: "/api/developer/applications/{id}",
      summary: "Delete one of your applications; its codes and tokens stop working",
      operationId: "deleteApplication",
      description:
        "Deletes an application for good. Its codes and tokens stop working. One that describes itself is deleted by admins alone (409), because its address never counts again.",
      access: "developer",
      stepUp: true,
      revokes: true,
      params: applicationParams,
      answers: { 200: message },
      refuses: ["no-such-application", "only-admins-delete"],
      async handle({ params, principal, commandContext }) {
        const asked = { ownerId: principal.userId, applicationId: params.id };
        return answerMessage(await deleteOwnApplication(commandHandler, asked, commandContext), "Application deleted");
      },
    }),
    route({
      method: "delete",
      path: "/api/developer/applications/{id}/registration-access",
      summary: "End the registration access token of one of your applications",
      operationId: "endRegistrationAccess",
      description:
        "Ends the registration access token of an application that registered itself (RFC 7592), for good: it can no longer read, change or delete itself. Its other tokens stay.",
      access: "developer",
      revokes: true,
      provesPrincipal: true,
      params: applicationParams,
      answers: { 200: message },
      refuses: ["no-such-application"],
      async handle({ params, principal, commandContext }) {
        const asked = { ownerId: principal.userId, applicationId: params.id };
        const outcome = await endRegistrationAccess(commandHandler, asked, commandContext);
        return answerMessage(outcome, "Registration access ended");
      },
    }),
  ];
}
