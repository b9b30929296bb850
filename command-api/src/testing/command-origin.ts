import { randomUUID } from "node:crypto";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { type CommandContext, type CommandOrigin, createCommandContext } from "../handling/command-context.ts";

/** Where a command comes from: a new user, who sends an idempotency key, unless `said` differs. */
export const commandOrigin = (said: Partial<CommandOrigin> = {}): CommandOrigin => ({
  actor: { kind: "user", id: randomUUID() },
  method: "post",
  path: "/api/of/a/test",
  idempotencyKey: randomUUID(),
  bodyHash: "",
  correlationId: randomUUID(),
  ip: null,
  userAgent: null,
  now: new Date(),
  ...said,
});

/** The context of a command with this origin. */
export const contextFrom = ({ hmac }: Pick<Keyring, "hmac">, said: Partial<CommandOrigin> = {}): CommandContext =>
  createCommandContext(commandOrigin(said), (...parts) => hmac("link key", ...parts));
