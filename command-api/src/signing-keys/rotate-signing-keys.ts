import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { signingKeysStream } from "@attestory/events/envelope.ts";
import { pause } from "@attestory/runtime/backoff.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { createSigningKey } from "./create-signing-key.ts";
import {
  algorithms,
  currentKey,
  hasNextKeys,
  type NewSigningKey,
  type RotationReason,
  type RotationRefusal,
  signingKeys,
} from "./signing-keys.ts";

/** Milliseconds. Every process that signs knows of a rotation after that. */
export const keysKnownForMs = 1000;

export interface RotationDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  pause?: typeof pause;
}

type Outcome = { position: bigint } | Refused<RotationRefusal | HandlingReason>;

/**
 * Lets the next keys sign, and publishes those that come after them. Of several processes that do so at once, one does. `scheduled` and
 * `planned` wait until the next keys have been published for long enough, `urgent` does not, and `compromised` withdraws all that signed
 * before, and ends when no process signs with it any more. Without next keys, they are published first.
 */
export async function rotateSigningKeys(
  dependencies: RotationDependencies,
  reason: RotationReason,
  commandContext: CommandContext,
): Promise<Outcome> {
  const { commandHandler } = dependencies;
  const { state } = await commandHandler.load(signingKeys, signingKeysStream);
  const seen = algorithms.flatMap((algorithm) => currentKey(state, algorithm)?.keyId ?? []);
  if (!hasNextKeys(state)) {
    const published = await publishNextKeys(dependencies, stepContext(commandContext));
    if (isRefused(published)) return published;
  }
  const [keys, now] = [await createKeys(dependencies), commandContext.now];
  const outcome = await commandHandler.handle({
    decider: signingKeys,
    stream: signingKeysStream,
    command: { type: "rotate", reason, seen, keys, now },
    person: null,
    commandContext,
  });
  // A token that another process still signs with a withdrawn key would not count.
  if (reason === "compromised" && !isRefused(outcome)) await (dependencies.pause ?? pause)(keysKnownForMs);
  return outcome;
}

/** Publishes the keys that sign after the next rotation, where there are none. */
export async function publishNextKeys(
  dependencies: RotationDependencies,
  commandContext: CommandContext,
): Promise<Outcome> {
  return dependencies.commandHandler.handle({
    decider: signingKeys,
    stream: signingKeysStream,
    command: { type: "publish-next", keys: await createKeys(dependencies) },
    person: null,
    commandContext,
  });
}

const createKeys = ({ keyring }: RotationDependencies): Promise<NewSigningKey[]> =>
  Promise.all(algorithms.map((algorithm) => createSigningKey(keyring, algorithm)));
