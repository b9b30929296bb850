import { message } from "@attestory/http/routing/answers.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import { answerApplication } from "./answer-application.ts";
import {
  type ChangeDependencies,
  changeApplication,
  deleteApplication,
  endRegistrationAccess,
  rotateSecret,
} from "./change-application.ts";
import type { AuthMethod } from "./client-authentication.ts";
import { type PublicKeys, storedKeys } from "./public-keys-schema.ts";
import { answerRefusal } from "./refusals.ts";
import {
  type ApplicationDependencies,
  defaultSettings,
  registerApplication,
  type WithSecret,
} from "./register-application.ts";
import {
  applicationAnswer,
  applicationChange,
  applicationParams,
  applicationRegistration,
  secretRotation,
} from "./schema.ts";

/** An optional text that is empty counts as absent. */
const orNull = (text: string | null | undefined): string | null => text?.trim() || null;

const keysOrNull = (jwks: PublicKeys | null | undefined) => (jwks ? storedKeys(jwks) : null);
const kindFor = (method: AuthMethod | undefined) => (method === "none" ? "public" : "confidential");

type Switch = "allowFrameSignIn" | "profileInIdToken" | "requirePushedRequests" | "allowUnsignedRequests";

/** Of a new application: one that is left out is as the default settings say. */
const switchesIn = (body: { readonly [Name in Switch]?: boolean | undefined }): Record<Switch, boolean> => ({
  allowFrameSignIn: body.allowFrameSignIn ?? defaultSettings.allowFrameSignIn,
  profileInIdToken: body.profileInIdToken ?? defaultSettings.profileInIdToken,
  requirePushedRequests: body.requirePushedRequests ?? defaultSettings.requirePushedRequests,
  allowUnsignedRequests: body.allowUnsignedRequests ?? defaultSettings.allowUnsignedRequests,
});

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
      refuses: ["public-needs-pkce", "wrong-auth-method", "needs-keys", "unusable-keys", "too-many-applications"],
      async handle({ body, principal, commandContext }) {
        const { name, redirectUris, type: kind = kindFor(body.tokenEndpointAuthMethod) } = body;
        const registration = {
          ownerId: principal.userId,
          name,
          description: body.description ?? "",
          logoUrl: orNull(body.logoUrl),
          homepageUrl: orNull(body.homepageUrl),
          redirectUris,
          kind,
          requirePkce: body.requirePkce ?? kind === "public",
          idTokenAlgorithm: body.idTokenAlgorithm ?? defaultSettings.idTokenAlgorithm,
          ...switchesIn(body),
          postLogoutRedirectUris: body.postLogoutRedirectUris ?? [],
          backchannelLogoutUri: orNull(body.backchannelLogoutUri),
          allowDeviceFlow: body.allowDeviceFlow ?? false,
          jwks: keysOrNull(body.jwks),
          authMethod: body.tokenEndpointAuthMethod,
          requireDpop: body.requireDpop ?? defaultSettings.requireDpop,
        };
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
      refuses: ["no-such-application", "public-needs-pkce", "wrong-auth-method", "needs-keys", "unusable-keys"],
      async handle({ params, body, principal, commandContext }) {
        const change = {
          name: body.name,
          description: body.description ?? "",
          logoUrl: orNull(body.logoUrl),
          homepageUrl: body.homepageUrl === undefined ? undefined : orNull(body.homepageUrl),
          redirectUris: body.redirectUris,
          requirePkce: body.requirePkce,
          idTokenAlgorithm: body.idTokenAlgorithm,
          allowFrameSignIn: body.allowFrameSignIn,
          profileInIdToken: body.profileInIdToken,
          postLogoutRedirectUris: body.postLogoutRedirectUris,
          backchannelLogoutUri: body.backchannelLogoutUri === undefined ? undefined : orNull(body.backchannelLogoutUri),
          allowDeviceFlow: body.allowDeviceFlow,
          jwks: body.jwks && storedKeys(body.jwks),
          authMethod: body.tokenEndpointAuthMethod,
          requirePushedRequests: body.requirePushedRequests,
          allowUnsignedRequests: body.allowUnsignedRequests,
          requireDpop: body.requireDpop,
        };
        const asked = { ownerId: principal.userId, applicationId: params.id, change };
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
      description: "Deletes an application for good. Its codes and tokens stop working.",
      access: "developer",
      stepUp: true,
      revokes: true,
      params: applicationParams,
      answers: { 200: message },
      refuses: ["no-such-application"],
      async handle({ params, principal, commandContext }) {
        const asked = { ownerId: principal.userId, applicationId: params.id };
        return answerMessage(await deleteApplication(commandHandler, asked, commandContext), "Application deleted");
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
