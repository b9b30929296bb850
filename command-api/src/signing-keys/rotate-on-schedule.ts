import type { Clock } from "@attestory/event-store/clock.ts";
import { signingKeysStream } from "@attestory/events/envelope.ts";
import { pause } from "@attestory/runtime/backoff.ts";
import { untilClosed } from "@attestory/runtime/until-closed.ts";
import { systemContext } from "../handling/command-context.ts";
import { isRefused } from "../handling/decider.ts";
import { publishNextKeys, type RotationDependencies, rotateSigningKeys } from "./rotate-signing-keys.ts";
import {
  algorithms,
  currentKey,
  hasNextKeys,
  isRotatable,
  type SigningKeysState,
  signingKeys,
} from "./signing-keys.ts";

/** Soon after the start, so that a service which never runs for long rotates, too. */
const firstMs = 60_000;
const everyMs = 600_000;
const dayMs = 86_400_000;

export interface RotationSchedule extends RotationDependencies {
  /** How old keys become; 0: they are rotated only by an admin or the operator. */
  days: number;
  now: Clock;
  reportError(message: string, error: unknown): void;
}

/** What the log asks for at this moment. */
function dueRotation(state: SigningKeysState, days: number, now: Date): "publish-next" | "rotate" | null {
  const current = algorithms.map((algorithm) => currentKey(state, algorithm));
  // The first token creates them.
  if (current.includes(undefined)) return null;
  if (!hasNextKeys(state)) return "publish-next";
  const oldest = Math.min(...current.map((key) => key?.signsSince?.getTime() ?? 0));
  return days > 0 && now.getTime() - oldest >= days * dayMs && isRotatable(state, now) ? "rotate" : null;
}

/** Does what is due. Any number of processes may do so at once: the log has it happen once. */
export async function settleSigningKeys(dependencies: Omit<RotationSchedule, "reportError">): Promise<void> {
  const { commandHandler, days, now } = dependencies;
  const { state } = await commandHandler.load(signingKeys, signingKeysStream);
  const due = dueRotation(state, days, now());
  if (due === null) return;
  const context = systemContext("signing-keys", now());
  const outcome =
    due === "rotate"
      ? await rotateSigningKeys(dependencies, "scheduled", context)
      : await publishNextKeys(dependencies, context);
  const isDone = !isRefused(outcome) || outcome.refused === "rotated-meanwhile" || outcome.refused === "conflict";
  if (!isDone) throw new Error(outcome.refused);
}

/** Looks every ten minutes, until closed, whether something is due. */
export const startSigningKeyRotation = (dependencies: RotationSchedule): { close(): Promise<void> } =>
  untilClosed(async (signal) => {
    await pause(firstMs, signal);
    while (!signal.aborted) {
      await settleSigningKeys(dependencies).catch((error) =>
        dependencies.reportError("signing keys not rotated, will retry", error),
      );
      await pause(everyMs, signal);
    }
  });
