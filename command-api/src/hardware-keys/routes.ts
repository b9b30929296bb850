import { userStream } from "@attestory/events/envelope.ts";
import { message } from "@attestory/http/routing/answers.ts";
import { user } from "../accounts/user.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import { beginRegistration } from "./begin-ceremony.ts";
import { type RemoveKeyDependencies, removeKey, renameKey } from "./change-key.ts";
import type { HardwareKey } from "./hardware-keys-state.ts";
import { answerRefusal } from "./refusals.ts";
import { type RegisterKeyDependencies, registerKey } from "./register-key.ts";
import {
  hardwareKeyParams,
  hardwareKeyRegistered,
  hardwareKeyRegistration,
  hardwareKeyRename,
  registrationOptions,
} from "./schema.ts";

const answerKey = ({ keyId, name, addedAt, lastUsedAt }: HardwareKey) => ({
  id: keyId,
  name: name ?? "",
  createdAt: addedAt.toISOString(),
  lastUsed: lastUsedAt?.toISOString() ?? null,
});

interface HardwareKeyServices extends RegisterKeyDependencies, RemoveKeyDependencies {
  commands: Commands;
}

export function hardwareKeyRoutes(services: HardwareKeyServices): CommandRoute[] {
  const { commandHandler } = services;
  const route = services.commands.routes(answerRefusal);
  return [
    route({
      method: "get",
      path: "/api/auth/webauthn/register-begin",
      summary: "The options for adding a hardware key or passkey, with a challenge for this session",
      operationId: "beginKeyRegistration",
      description: "Returns the options with which a browser asks for a new hardware key or passkey.",
      access: "user",
      stepUp: true,
      revokes: false,
      answers: { 200: registrationOptions },
      async handle({ principal: { userId, sessionId }, commandContext }) {
        const { state } = await commandHandler.load(user, userStream(userId));
        if (state.status !== "registered") return { refused: "session-ended" };
        const { email, username, sessionEpoch } = state;
        const by = { sessionId, sessionEpoch };
        const owner = { userId, email: email ?? "", username: username ?? "" };
        return { status: 200, body: await beginRegistration(services, { owner, by }, commandContext.now) };
      },
    }),
    route({
      method: "post",
      path: "/api/auth/webauthn/register-complete",
      summary: "Add the hardware key that answered the challenge; the first second factor comes with recovery codes",
      operationId: "completeKeyRegistration",
      description: "Adds the key that answered. The first second factor of an account comes with recovery codes.",
      access: "user",
      stepUp: true,
      revokes: false,
      body: hardwareKeyRegistration,
      answers: { 201: hardwareKeyRegistered },
      refuses: ["already-registered", "invalid-challenge", "invalid-response", "too-many-keys"],
      async handle({ body: { response }, principal, commandContext }) {
        const { userId, sessionId } = principal;
        const outcome = await registerKey(services, { userId, sessionId, response }, commandContext);
        if (isRefused(outcome)) return outcome;
        const { position, key, recoveryCodes } = outcome;
        const added = { message: "Hardware key added", hardwareKey: answerKey(key) };
        const body = recoveryCodes ? { ...added, recoveryCodes: [...recoveryCodes] } : added;
        return { status: 201, body, position };
      },
    }),
    route({
      method: "put",
      path: "/api/user/hardware-keys/{keyId}",
      summary: "Rename one of your hardware keys",
      operationId: "renameHardwareKey",
      description: "Renames a key.",
      access: "user",
      revokes: false,
      provesPrincipal: true,
      params: hardwareKeyParams,
      body: hardwareKeyRename,
      answers: { 200: message },
      refuses: ["no-such-key"],
      async handle({ params, body: { name }, principal, commandContext }) {
        const renaming = { userId: principal.userId, keyId: params.keyId, name };
        return answerMessage(await renameKey(commandHandler, renaming, commandContext), "Hardware key updated");
      },
    }),
    route({
      method: "delete",
      path: "/api/user/hardware-keys/{keyId}",
      summary: "Remove one of your hardware keys",
      operationId: "removeHardwareKey",
      description: "Removes a key.",
      access: "user",
      stepUp: true,
      revokes: false,
      params: hardwareKeyParams,
      answers: { 200: message },
      refuses: ["last-way-in", "no-such-key"],
      async handle({ params, principal, commandContext }) {
        const key = { userId: principal.userId, keyId: params.keyId };
        return answerMessage(await removeKey(services, key, commandContext), "Hardware key removed");
      },
    }),
  ];
}
