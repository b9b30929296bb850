import { randomUUID } from "node:crypto";
import { apiKeyStream, userStream } from "@attestory/events/envelope.ts";
import { apiKeyDigest, apiKeyText } from "@attestory/http/security/api-key.ts";
import { expect, it } from "vitest";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { senderOf } from "../handling/command-principal.ts";
import { commandScene } from "../testing/command-scene.ts";
import { registerAnn, testContext } from "../testing/people.ts";
import { apiKeyGuard, authenticateApiKey } from "./authenticate-api-key.ts";

const { scratch, commandHandler } = commandScene({ guards: { apiKey: apiKeyGuard } });

const becomes = (userId: string, roles: { isAdmin?: boolean; isDeveloper?: boolean; isPro?: boolean }) => {
  const data = { userId, isAdmin: false, isDeveloper: false, isPro: false, ...roles };
  return scratch.happened(userStream(userId), { type: "RolesChanged", data });
};

/** The context of a command by the key of a Pro user, who was Pro when the key was authenticated. */
async function authenticated(userId: string): Promise<CommandContext> {
  await scratch.happened(userStream(userId), { type: "EmailVerified", data: { userId, sameBrowser: true } });
  await becomes(userId, { isPro: true });
  const parts = { keyId: randomUUID(), secret: "s".repeat(43) };
  const digest = apiKeyDigest(parts, (...text) => scratch.keyring.hmac("link key", ...text));
  const key = { keyId: parts.keyId, userId, name: "Nightly report", digest, scopes: [], apiKeyEpoch: 0 };
  const event = { type: "ApiKeyCreated", data: { ...key, expiresAt: null } } as const;
  await scratch.happened(apiKeyStream(parts.keyId), event, { person: userId });
  const dependencies = { commandHandler, keyring: scratch.keyring };
  const principal = await authenticateApiKey(dependencies, apiKeyText(parts), new Date());
  return { ...testContext(), ...senderOf(principal) };
}

it.each([
  ["appends a command of an API key whose owner is still Pro", { isPro: true }, { position: expect.any(BigInt) }],
  ["appends a command of an API key whose owner became an admin", { isAdmin: true }, { position: expect.any(BigInt) }],
  ["appends no command of an API key whose owner ceased to be Pro", {}, { refused: "revoked" }],
  ["appends no command of an API key whose owner is only a developer", { isDeveloper: true }, { refused: "revoked" }],
])("KY-03 %s since the key was authenticated", async (_, roles, outcome) => {
  const userId = await registerAnn(commandHandler);
  const commandContext = await authenticated(userId);
  await becomes(userId, roles);
  const stream = userStream(userId);
  const { version } = await scratch.log.read(stream);

  const command = { type: "change-profile", firstName: "Ada", lastName: null } as const;
  const changed = await commandHandler.handle({ decider: user, stream, command, person: userId, commandContext });

  expect(changed).toEqual(outcome);
  expect((await scratch.log.read(stream)).version).toBe("refused" in outcome ? version : version + 1);
});
