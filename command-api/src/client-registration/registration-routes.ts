import { isProblem } from "@attestory/http/routing/problem.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import type { KeyedDigest } from "@attestory/http/security/position-mark.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { z } from "zod";
import type { Application } from "../applications/application-state.ts";
import type { ChangeDependencies } from "../applications/change-application.ts";
import { settingReasons } from "../applications/client-authentication.ts";
import type { ApplicationDependencies } from "../applications/register-application.ts";
import { type CommandContext, systemContext } from "../handling/command-context.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import { changeOf } from "./changed-metadata.ts";
import { invalidMetadata, metadataOf, settingsOf } from "./client-metadata.ts";
import { answerRegistrationRefusal, invalidToken, noSecretYet } from "./refusals.ts";
import {
  changeClient,
  deleteClient,
  findInitialToken,
  findRegistration,
  lacksSecret,
  registerClient,
} from "./register-client.ts";
import { type Registration, registrationTokenText } from "./registration-tokens.ts";
import { clientInformation, clientMetadata, clientParams, clientUpdate } from "./schema.ts";

interface RegistrationServices extends ApplicationDependencies, ChangeDependencies {
  commands: Commands;
  hmac: KeyedDigest;
  publicUrl: string;
  rateLimiter: RateLimiter;
}

const bearerOf = ({ credential }: RequestContext): string => (credential?.kind === "bearer" ? credential.value : "");

/** An idempotency key has no effect: strangers could choose the same one. */
const asClient = ({ now, ip, userAgent, correlationId }: CommandContext, id: string): CommandContext => ({
  ...systemContext("client registration", now),
  actor: { kind: "client", id },
  correlationId,
  ip,
  userAgent,
});

const path = "/api/oauth/register";
/** Its owner gets an email about each. */
const mostChanges = { limit: 10, seconds: 3600 };
const headers = { "Cache-Control": "no-store", Pragma: "no-cache" };

/** Dynamic client registration (RFC 7591), and its management (RFC 7592). */
export function registrationRoutes(services: RegistrationServices): CommandRoute[] {
  const { commands, hmac, publicUrl, rateLimiter } = services;
  const changes = rateLimiter.window("changes by a registered client", mostChanges.limit, mostChanges.seconds);
  const dependencies = { ...services, changes };
  const informationOf = (application: Application, registration: Registration) => ({
    ...metadataOf(application),
    registration_access_token: registrationTokenText(registration, hmac),
    registration_client_uri: `${publicUrl}${path}/${application.applicationId}`,
  });
  const own = (context: RequestContext, clientId: string) =>
    findRegistration(dependencies, { text: bearerOf(context), clientId });

  const route = commands.routes(answerRegistrationRefusal);
  const shared = { access: "anyone", oauth: true } as const;
  return [
    route({
      ...shared,
      method: "post",
      path,
      summary: "Register an application with an initial access token",
      operationId: "registerClient",
      description:
        "Registers an application with its own metadata (RFC 7591), by an initial access token of an admin as bearer token. Only this answer has the client secret.",
      revokes: false,
      body: clientMetadata,
      answers: { 201: clientInformation },
      refuses: [
        "invalid-initial-token",
        invalidMetadata("response_types must have code"),
        ...settingReasons,
        "too-many-applications",
      ],
      async handle({ body, context, commandContext }) {
        const token = await findInitialToken(dependencies, bearerOf(context));
        if (!token) return invalidToken();
        const settings = settingsOf(body);
        if (isProblem(settings)) return settings;
        const registering = asClient(commandContext, token.id);
        const outcome = await registerClient(dependencies, { token, settings }, registering);
        if (isRefused(outcome)) return outcome;
        const { application, secret, position } = outcome;
        const { applicationId } = application;
        const answer = informationOf(application, { tokenId: token.id, applicationId });
        const secrets = secret === null ? {} : ({ client_secret: secret, client_secret_expires_at: 0 } as const);
        return { status: 201, body: { ...answer, ...secrets }, position, headers };
      },
    }),
    route({
      ...shared,
      method: "get",
      path: `${path}/{client_id}`,
      summary: "What an application registered",
      operationId: "readClient",
      description: "What an application registered, by its registration access token (RFC 7592).",
      write: false,
      revokes: false,
      params: clientParams,
      answers: { 200: clientInformation },
      refuses: [invalidToken()],
      async handle({ params, context }) {
        const found = await own(context, params.client_id);
        if (!found) return invalidToken();
        return { status: 200, body: informationOf(found.application, found.registration), headers };
      },
    }),
    route({
      ...shared,
      method: "put",
      path: `${path}/{client_id}`,
      summary: "Replace what an application registered",
      operationId: "changeClient",
      description:
        "Replaces the metadata of an application, by its registration access token (RFC 7592). What is left out gets its value of a new application, but a protection stays. None becomes weaker than a person required.",
      revokes: true,
      params: clientParams,
      body: clientUpdate,
      answers: { 200: clientInformation },
      refuses: ["no-such-application", "described-by-document", "weaker-than-required", ...settingReasons],
      async handle({ params, body, context, commandContext }) {
        const found = await own(context, params.client_id);
        if (!found) return invalidToken();
        if (body.client_id !== params.client_id) return invalidMetadata("client_id must be that of the application");
        const { application, registration } = found;
        const change = changeOf(body, application);
        if (isProblem(change)) return change;
        if (lacksSecret(application, change)) return noSecretYet();
        const changing = asClient(commandContext, application.applicationId);
        const outcome = await changeClient(dependencies, { application, change }, changing);
        if (isRefused(outcome)) return outcome;
        const answer = informationOf(outcome.application, registration);
        return { status: 200, body: answer, position: outcome.position, headers };
      },
    }),
    route({
      ...shared,
      method: "delete",
      path: `${path}/{client_id}`,
      summary: "Delete an application that registered itself; its codes and tokens stop working",
      operationId: "deleteClient",
      description: "Deletes an application for good, by its registration access token (RFC 7592).",
      revokes: true,
      params: clientParams,
      answers: { 204: z.undefined() },
      refuses: ["no-such-application"],
      async handle({ params, context, commandContext }) {
        const found = await own(context, params.client_id);
        if (!found) return invalidToken();
        const { applicationId } = found.application;
        const outcome = await deleteClient(dependencies, found.application, asClient(commandContext, applicationId));
        return isRefused(outcome) ? outcome : { status: 204, position: outcome.position, headers };
      },
    }),
  ];
}
